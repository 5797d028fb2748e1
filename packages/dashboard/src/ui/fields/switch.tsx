import { Switch as Base } from '@base-ui/react/switch'

interface SwitchProps {
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  checked: boolean
  /** On for some of what it is for: a press turns it on for all. */
  isMixed?: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Takes effect at once. */
export function Switch({ onChange, isMixed = false, ...rest }: SwitchProps) {
  return (
    <Base.Root
      {...rest}
      onCheckedChange={onChange}
      className="inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-50"
    >
      <Base.Thumb
        className={`size-4 rounded-full bg-white shadow transition-transform data-checked:translate-x-4 rtl:data-checked:-translate-x-4 ${isMixed ? 'translate-x-2 rtl:-translate-x-2' : ''}`}
      />
    </Base.Root>
  )
}
