import { Check } from 'lucide-react'

interface CheckboxProps {
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Part of a form, or of a choice among many: the browser's own, for lists have hundreds of them. */
export function Checkbox({ onChange, ...rest }: CheckboxProps) {
  return (
    <span className="relative flex size-4.5 shrink-0">
      <input
        {...rest}
        type="checkbox"
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        className={boxClass}
      />
      {rest.checked && (
        <Check aria-hidden className="pointer-events-none absolute inset-0 m-auto size-3.5 text-on-accent" />
      )}
    </span>
  )
}

const boxClass =
  'size-full appearance-none rounded border border-line-strong bg-ground checked:border-accent checked:bg-accent disabled:opacity-50'
