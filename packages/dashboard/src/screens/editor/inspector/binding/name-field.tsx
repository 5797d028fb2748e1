import { ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import { fieldWords } from '#dashboard/screens/editor/typing/field-words.ts'
import { useFields } from '#dashboard/screens/editor/typing/use-fields.ts'
import { t } from '#dashboard/strings/binding.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { useTyped } from '#dashboard/ui/fields/use-typed.ts'
import { Menu, MenuItem } from '#dashboard/ui/menu.tsx'

interface NameFieldProps {
  readonly id?: string
  readonly label: string
  readonly value: string
  readonly onChange: (name: string) => void
}

/** The name of a field: chosen among all those of the records, or typed for records to come. */
export function NameField({ id, label, value, onChange }: NameFieldProps) {
  const list = useId()
  const fields = useFields()
  // A name that was deleted to type another one is no name yet.
  const typed = useTyped(value, (name) => name !== '' && onChange(name))
  return (
    <div className="relative [&_input]:pe-7 [&_input::-webkit-calendar-picker-indicator]:hidden!">
      <Input
        compact
        id={id}
        list={list}
        aria-label={label}
        placeholder={t('binding.field_placeholder')}
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
      {fields.length > 0 && (
        <span className="absolute end-[2px] top-[2px]">
          <Menu
            trigger={
              <IconButton
                size="small"
                tabIndex={-1}
                label={t('binding.field_choose', { name: label })}
                icon={<ChevronsUpDown className="size-3.5!" />}
              />
            }
          >
            {fields.map((field) => (
              <MenuItem key={field.name} onSelect={() => onChange(field.name)}>
                <span dir="auto" className="shrink-0">
                  {field.name}
                </span>
                <span dir="auto" className="max-w-40 truncate text-ink-soft">
                  {fieldWords(field)}
                </span>
              </MenuItem>
            ))}
          </Menu>
        </span>
      )}
    </div>
  )
}
