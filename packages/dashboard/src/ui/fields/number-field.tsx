import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface NumberFieldProps {
  label: string
  error?: string | undefined
  /** `NaN` while nothing stands there. */
  value: number
  onChange: (value: number) => void
  required?: boolean
  optional?: boolean
}

/** A whole number from 1 on. */
export function NumberField({ label, error, value, onChange, required = false, optional = false }: NumberFieldProps) {
  return (
    <Field label={label} error={error} optional={optional}>
      {(control) => (
        <Input
          {...control}
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          required={required}
          value={Number.isNaN(value) ? '' : value}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
      )}
    </Field>
  )
}
