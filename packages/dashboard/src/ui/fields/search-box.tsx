import { Search } from 'lucide-react'
import { classNames } from '#dashboard/ui/class-names.ts'
import { compactClass, controlClass } from './input.tsx'
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
export function SearchBox(props: SearchBoxProps) {
  const { label, value, onChange, placeholder = label, compact = false, afterMs, ...input } = props
  return (
    <div className="relative">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 start-2 my-auto size-4 text-ink-soft" />
      <input
        dir="auto"
        {...input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        {...useTyped(value, onChange, afterMs)}
        // On both sides: what is typed may go the other way than the page.
        className={classNames(compact ? `${compactClass} h-7` : `${controlClass} h-9`, 'px-7.5!')}
      />
    </div>
  )
}
