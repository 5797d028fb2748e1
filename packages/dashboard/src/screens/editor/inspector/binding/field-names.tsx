import { Minus, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useFields } from '#dashboard/screens/editor/typing/use-fields.ts'
import { t } from '#dashboard/strings/binding.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { NameField } from './name-field.tsx'

/** As many as a binding takes. */
const MAX_NAMES = 20

interface FieldNamesProps {
  /** Of the first one. */
  readonly id: string
  readonly names: readonly string[]
  /** Whether the property takes the values of several fields. */
  readonly takesSeveral: boolean
  readonly onChange: (names: readonly string[]) => void
}

/** The fields that fill a property: several give a list of their values. */
export function FieldNames({ id, names, takesSeveral, onChange }: FieldNamesProps) {
  const fields = useFields()
  const isList = names.length > 1
  const next = fields.find(({ name }) => !names.includes(name))?.name
  const list = useRef<HTMLDivElement>(null)
  const focus = (at: number) => requestAnimationFrame(() => list.current?.querySelectorAll('input')[at]?.focus())
  const isFull = names.length >= MAX_NAMES
  return (
    <div ref={list}>
      {(names.length === 0 ? [''] : names).map((name, at) => {
        const label = at === 0 ? t('binding.field') : t('binding.field_at', { at: at + 1 })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place in the list
          <div key={at} className="flex items-center gap-0.5">
            <div className="grow">
              <NameField
                {...(at === 0 && { id })}
                label={label}
                value={name}
                onChange={(typed) => onChange(names.toSpliced(at, 1, typed))}
              />
            </div>
            {isList && (
              <IconButton
                size="small"
                label={t('inspector.remove', { name: label })}
                icon={<Minus />}
                onClick={() => {
                  onChange(names.toSpliced(at, 1))
                  focus(Math.min(at, names.length - 2))
                }}
              />
            )}
          </div>
        )
      })}
      {takesSeveral && names.length > 0 && (
        <div>
          <Button
            size="small"
            look="quiet"
            icon={<Plus />}
            disabled={isFull || next === undefined}
            hint={
              isFull
                ? t('binding.fields_full', { count: MAX_NAMES })
                : next === undefined
                  ? t('binding.fields_all')
                  : ''
            }
            onClick={() => {
              if (next === undefined) return
              onChange([...names, next])
              focus(names.length)
            }}
          >
            {t('binding.field_add')}
          </Button>
        </div>
      )}
    </div>
  )
}
