import { CheckboxLine } from './checkbox-line.tsx'

interface SomeOfProps {
  legend: string
  /** What choosing everything means. */
  all: string
  options: readonly { value: string; label: string }[]
  /** null = all, whatever may come. */
  value: readonly string[] | null
  onChange: (value: readonly string[] | null) => void
  error?: string | undefined
}

/** Everything, or only what is ticked. */
export function SomeOf({ legend, all, options, value, onChange, error }: SomeOfProps) {
  const tick = (one: string, isTicked: boolean) => {
    const others = (value ?? []).filter((other) => other !== one)
    onChange(isTicked ? [...others, one] : others)
  }
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 font-medium">{legend}</legend>
      <CheckboxLine label={all} checked={value === null} onChange={(isAll) => onChange(isAll ? null : [])} />
      {value && (
        <div className="max-h-48 overflow-y-auto ps-7">
          {options.map((option) => (
            <CheckboxLine
              key={option.value}
              label={option.label}
              checked={value.includes(option.value)}
              onChange={(isTicked) => tick(option.value, isTicked)}
            />
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
