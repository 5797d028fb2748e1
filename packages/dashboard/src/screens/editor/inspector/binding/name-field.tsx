import { useId } from 'react'
import { fieldWords } from '#dashboard/screens/editor/typing/field-words.ts'
import { useFields } from '#dashboard/screens/editor/typing/use-fields.ts'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { useTyped } from '#dashboard/ui/fields/use-typed.ts'

interface NameFieldProps {
  readonly id?: string
  readonly label: string
  readonly value: string
  readonly onChange: (name: string) => void
}

/** The name of a field: chosen among those of the records, or typed for records to come. */
export function NameField({ id, label, value, onChange }: NameFieldProps) {
  const list = useId()
  const fields = useFields()
  // A name that was deleted to type another one is no name yet.
  const typed = useTyped(value, (name) => name !== '' && onChange(name))
  return (
    <>
      <Input
        compact
        id={id}
        list={list}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        {...typed}
      />
      <datalist id={list}>
        {fields.map((field) => (
          <option key={field.name} value={field.name} label={fieldWords(field).slice(0, 60)} />
        ))}
      </datalist>
    </>
  )
}
