import type { PropertySchema } from '@pictable/renderer/property-schemas'
import { ChevronDown, ChevronUp, Minus, Plus } from 'lucide-react'
import { shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { isMixed } from '#dashboard/screens/editor/properties/values.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import type { ControlProps } from './control-props.ts'
import { startOf } from './controls.ts'
import { editPart, mapEdit } from './edit.ts'
import { MixedEntries } from './mixed-entries.tsx'
import { PropertyRow } from './property-row.tsx'

interface ListProps extends ControlProps {
  readonly item: PropertySchema
  readonly minimum: number
  readonly maximum: number
}

/** Entries one below the other, which can be moved, added and taken away. */
export function ListControl(props: ListProps) {
  const { id, label, value, shown, item, minimum, maximum, isComputable = false } = props
  if (isMixed(value)) return <MixedEntries mixed={value} {...{ id, label, edit: props.edit }} />
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  // A list that is not written begins as the usual one.
  const edit = mapEdit(props.edit, (change) => (before, target) => change(before ?? shown.schema.default ?? [], target))
  const list = (change: (items: readonly unknown[]) => readonly unknown[]) =>
    edit.set((before) => change(Array.isArray(before) ? before : []))
  const part = shownPart(shown.name, 'item', item)
  const swap = (at: number) => list((before) => before.with(at, before[at + 1]).with(at + 1, before[at]))
  return (
    // A label that names a button would press it.
    <fieldset id={id} aria-label={label} className="grid gap-1.5 pt-[2px]">
      {items.map((one, at) => {
        const name = t('inspector.item', { name: label, at: at + 1 })
        const entry = { id: `${id}-${at}`, label: name, shown: part, edit: editPart(edit, at) }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place in the list
          <div key={at} className="flex items-start gap-0.5">
            <div className="min-w-0 grow">
              <PropertyRow {...entry} written={one} value={one} isOptional={false} isComputable={isComputable} isBare />
            </div>
            <IconButton
              size="small"
              label={t('inspector.move_up', { name })}
              icon={<ChevronUp />}
              disabled={at === 0}
              onClick={() => swap(at - 1)}
            />
            <IconButton
              size="small"
              label={t('inspector.move_down', { name })}
              icon={<ChevronDown />}
              disabled={at === items.length - 1}
              onClick={() => swap(at)}
            />
            <IconButton
              size="small"
              label={t('inspector.remove', { name })}
              icon={<Minus />}
              disabled={items.length <= minimum}
              onClick={() => list((before) => before.toSpliced(at, 1))}
            />
          </div>
        )
      })}
      <div>
        <Button
          aria-label={t('inspector.add_entry', { name: label })}
          size="small"
          look="quiet"
          icon={<Plus />}
          disabled={items.length >= maximum}
          onClick={() => list((before) => [...before, before.at(-1) ?? startOf(item)])}
        >
          {t('inspector.add_one')}
        </Button>
      </div>
    </fieldset>
  )
}
