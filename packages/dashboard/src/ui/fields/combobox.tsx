import { ChevronsUpDown } from 'lucide-react'
import { t } from '#dashboard/strings/t.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { type ComboboxProps, useStandIn } from '#dashboard/ui/late-popups.ts'
import { controlClass } from './input.tsx'

/** One of many, found by typing. */
export function Combobox(props: ComboboxProps) {
  const { popups, start, standIn } = useStandIn()
  if (popups) return <popups.Combobox {...props} {...start} />
  const { options, value, onChange: _, placeholder = t('ui.choose'), ...control } = props
  return (
    <div className="relative">
      <input
        readOnly
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        {...standIn}
        {...control}
        value={options.find((option) => option.value === value)?.label ?? ''}
        placeholder={placeholder}
        className={classNames(controlClass, 'h-9 pe-8')}
      />
      <span aria-hidden className="pointer-events-none absolute inset-y-0 end-0 flex w-8 items-center justify-center">
        <ChevronsUpDown className="size-3.5 text-ink-soft" />
      </span>
    </div>
  )
}
