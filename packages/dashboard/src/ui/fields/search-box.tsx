import { Input } from './input.tsx'
import { useTyped } from './use-typed.ts'

interface SearchBoxProps {
  label: string
  value: string
  onChange: (sought: string) => void
  /** Such as what one may type; the label when absent. */
  placeholder?: string
  maxLength?: number
  /** For a narrow panel. */
  compact?: boolean
  dir?: 'ltr'
  /** Where each search asks the server: it waits for a pause. */
  afterMs?: number
}

/** What a list is searched for, as it is typed. */
export function SearchBox({ label, value, onChange, placeholder = label, afterMs, ...input }: SearchBoxProps) {
  return (
    <Input
      {...input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      {...useTyped(value, onChange, afterMs)}
    />
  )
}
