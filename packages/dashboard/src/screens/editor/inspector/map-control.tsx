import type { PropertySchema } from '@pictable/renderer/property-schemas'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { isMixed } from '#dashboard/screens/editor/properties/values.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { Input } from '#dashboard/ui/fields/input.tsx'
import type { ControlProps } from './control-props.ts'
import { startOf } from './controls.ts'
import { editPart } from './edit.ts'
import { MixedEntries } from './mixed-entries.tsx'
import { Note } from './note.tsx'
import { PropertyRow } from './property-row.tsx'

/** Values by names that are free, such as the axes or features of a font. */
export function MapControl(props: ControlProps & { item: PropertySchema }) {
  const { id, label, value, edit, shown, item, isComputable = false } = props
  const [key, setKey] = useState('')
  const [note, setNote] = useState<string | null>(null)
  if (isMixed(value)) return <MixedEntries mixed={value} {...{ id, label, edit }} />
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const add = () => {
    const one = editPart(edit, key, {})
    const reason = one.problem(() => startOf(item))
    setNote(reason === undefined ? null : t('inspector.invalid', { reason }))
    if (reason !== undefined) return
    one.set(() => startOf(item))
    setKey('')
  }
  return (
    <fieldset aria-label={label} className="grid gap-1.5">
      {entries.map(([name, one]) => (
        <div key={name} className="grid grid-cols-[80px_minmax(0,1fr)_auto] items-center gap-1">
          <span aria-hidden dir="auto" className="truncate text-xs text-ink-soft">
            {name}
          </span>
          <div>
            <PropertyRow
              id={`${id}-${name}`}
              label={name}
              shown={shownPart(shown.name, name, item)}
              written={one}
              value={one}
              edit={editPart(edit, name)}
              isOptional={false}
              isComputable={isComputable}
              isBare
            />
          </div>
          <IconButton
            size="small"
            label={t('inspector.remove', { name })}
            icon={<Minus />}
            onClick={() => editPart(edit, name).set(() => undefined)}
          />
        </div>
      ))}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-1">
        <Input
          compact
          id={id}
          placeholder={t('inspector.key')}
          aria-describedby={`${id}-note`}
          value={key}
          onChange={({ target }) => setKey(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && key !== '' && !isComposing(event.nativeEvent)) add()
          }}
        />
        <IconButton
          size="small"
          label={t('inspector.add', { name: label })}
          icon={<Plus />}
          disabled={key === ''}
          onClick={add}
        />
      </div>
      <Note id={`${id}-note`}>{note}</Note>
    </fieldset>
  )
}
