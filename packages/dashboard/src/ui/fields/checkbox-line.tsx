import { useId } from 'react'
import { Checkbox } from './checkbox.tsx'

interface CheckboxLineProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox with its words beside it, which can be pressed too. */
export function CheckboxLine({ label, checked, onChange }: CheckboxLineProps) {
  const id = useId()
  return (
    <div className="flex min-h-9 items-center gap-2.5">
      <Checkbox id={id} aria-label={label} checked={checked} onChange={onChange} />
      <label htmlFor={id} dir="auto" className="min-w-0 wrap-anywhere">
        {label}
      </label>
    </div>
  )
}
