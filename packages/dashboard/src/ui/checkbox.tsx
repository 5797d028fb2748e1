import { Checkbox as Base } from '@base-ui/react/checkbox'
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

/** Part of a form, or of a choice among many. */
export function Checkbox({ onChange, indeterminate = false, ...rest }: CheckboxProps) {
  return (
    <Base.Root
      {...rest}
      indeterminate={indeterminate}
      onCheckedChange={onChange}
      className="flex size-4.5 shrink-0 items-center justify-center rounded border border-line-strong bg-ground data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:opacity-50"
    >
      <Base.Indicator className="text-on-accent">
        {indeterminate ? <Minus aria-hidden className="size-3.5" /> : <Check aria-hidden className="size-3.5" />}
      </Base.Indicator>
    </Base.Root>
  )
}
