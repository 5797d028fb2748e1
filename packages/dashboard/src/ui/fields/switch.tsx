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
export function Switch({ checked, onChange, isMixed = false, disabled = false, ...rest }: SwitchProps) {
  const place = checked ? 'translate-x-4 rtl:-translate-x-4' : isMixed ? 'translate-x-2 rtl:-translate-x-2' : ''
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      // One that is switched off while it has the focus would lose it.
      aria-disabled={disabled}
      onClick={() => !disabled && onChange(!checked)}
      className="inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors aria-disabled:opacity-50 aria-checked:bg-accent"
    >
      <span className={`size-4 rounded-full bg-white shadow transition-transform ${place}`} />
    </button>
  )
}
