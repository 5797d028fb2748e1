import { Check, Minus } from 'lucide-react'

interface CheckboxProps {
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  checked: boolean
  /** Some of what it stands for are chosen. */
  indeterminate?: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Part of a form, or of a choice among many: the browser's own, for lists have hundreds of them. */
export function Checkbox({ onChange, indeterminate = false, ...rest }: CheckboxProps) {
  const Mark = indeterminate ? Minus : Check
  return (
    <span className="relative flex size-4.5 shrink-0">
      <input
        {...rest}
        ref={(box) => {
          if (box) box.indeterminate = indeterminate
        }}
        type="checkbox"
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        className={boxClass}
      />
      {(indeterminate || rest.checked) && (
        <Mark aria-hidden className="pointer-events-none absolute inset-0 m-auto size-3.5 text-on-accent" />
      )}
    </span>
  )
}

const boxClass =
  'size-full appearance-none rounded border border-line-strong bg-ground checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:opacity-50'
