import { layerProperties } from '@pictable/renderer/property-schemas'
import { ChevronUp, Minus, Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useAnyControl } from '#dashboard/screens/editor/inspector/control-context.ts'
import { type Edit, mapEdit } from '#dashboard/screens/editor/inspector/edit.ts'
import { shownPart } from '#dashboard/screens/editor/properties/presentation.ts'
import { t } from '#dashboard/strings/binding.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'

/** As many as a binding takes. */
const MAX_FORMATS = 5

/** The formats of values, which every binding may have. */
const formatSchema = () => layerProperties('chart').format ?? {}

const listOf = (format: unknown): readonly unknown[] =>
  format === undefined ? [] : Array.isArray(format) ? format : [format]

/** One is written as it is, several as a list. */
const written = (formats: readonly unknown[]): unknown => (formats.length > 1 ? formats : formats[0])

/** Changes one of them; the one behind the last is added. */
const editFormat = (edit: Edit, at: number): Edit =>
  mapEdit(edit, (change) => (before, target) => {
    const formats = listOf(before)
    const next = change(formats[at], target)
    return written(formats.toSpliced(at, 1, ...(next === undefined ? [] : [next])))
  })

interface FormatsProps {
  /** Of the property. */
  readonly label: string
  readonly format: unknown
  readonly edit: Edit
}

/** How a value is written: formats that are applied one after the other. */
export function Formats({ label, format, edit }: FormatsProps) {
  // One that is added is not written until its kind is chosen.
  const [asked, setAsked] = useState(1)
  const formats = listOf(format)
  const count = Math.max(formats.length, Math.min(asked, formats.length + 1), 1)
  const change = (next: (formats: readonly unknown[]) => readonly unknown[]) => {
    edit.set((before) => written(next(listOf(before))))
    setAsked(1)
  }
  return (
    <fieldset aria-label={t('binding.format_of', { name: label })} className="grid gap-1">
      {Array.from({ length: count }, (_, at) => (
        <FormatRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a format is its place in the list
          key={at}
          name={at === 0 ? t('binding.format') : t('binding.format_at', { at: at + 1 })}
          format={formats[at]}
          edit={editFormat(edit, at)}
        >
          {formats.length > 1 && at < formats.length && (
            <FormatButtons
              at={at}
              onMove={() => change((all) => all.with(at, all[at - 1]).with(at - 1, all[at]))}
              onRemove={() => change((all) => all.toSpliced(at, 1))}
            />
          )}
        </FormatRow>
      ))}
      {formats.length > 0 && (
        <div>
          <Button
            size="small"
            look="quiet"
            icon={<Plus />}
            disabled={count >= MAX_FORMATS || count > formats.length}
            onClick={() => setAsked(count + 1)}
          >
            {t('binding.format_add')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface FormatRowProps {
  readonly name: string
  readonly format: unknown
  readonly edit: Edit
  readonly children: ReactNode
}

function FormatRow({ name, format, edit, children }: FormatRowProps) {
  const id = useId()
  const AnyControl = useAnyControl()
  return (
    <fieldset aria-label={name}>
      <div className="flex h-[24px] items-center justify-between">
        <label htmlFor={id} className="text-xs text-ink-soft">
          {name}
        </label>
        {children}
      </div>
      <AnyControl
        {...{ id, edit }}
        label={name}
        shown={shownPart('binding', 'format', formatSchema())}
        value={format}
        isOptional
      />
    </fieldset>
  )
}

interface FormatButtonsProps {
  readonly at: number
  readonly onMove: () => void
  readonly onRemove: () => void
}

function FormatButtons({ at, onMove, onRemove }: FormatButtonsProps) {
  const name = t('binding.format_at', { at: at + 1 })
  return (
    <span className="flex">
      <IconButton
        size="small"
        label={t('inspector.move_up', { name })}
        icon={<ChevronUp />}
        disabled={at === 0}
        onClick={onMove}
      />
      <IconButton size="small" label={t('inspector.remove', { name })} icon={<Minus />} onClick={onRemove} />
    </span>
  )
}
