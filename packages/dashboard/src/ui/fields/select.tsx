import { ChevronsUpDown } from 'lucide-react'
import { t } from '#dashboard/strings/t.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { type SelectProps, useStandIn } from '#dashboard/ui/late-popups.ts'
import { compactClass, controlClass } from './input.tsx'

/** One of a few. For many that are searched: `Combobox`. */
export function Select(props: SelectProps) {
  const { popups, start, standIn } = useStandIn()
  if (popups) return <popups.Select {...props} {...start} />
  const { options, value, onChange: _, compact = false, placeholder = t('ui.choose'), ...control } = props
  const chosen = options.find((option) => option.value === value)
  return (
    <button
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      {...standIn}
      {...control}
      className={classNames(
        compact ? `${compactClass} h-7` : `${controlClass} h-9`,
        'flex items-center justify-between gap-2 text-start',
      )}
    >
      <span className="truncate">{chosen?.label ?? <span className="text-ink-soft">{placeholder}</span>}</span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-soft" />
    </button>
  )
}
