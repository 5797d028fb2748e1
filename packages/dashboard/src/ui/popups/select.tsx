import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { t } from '#dashboard/strings/t.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { compactClass, controlClass } from '#dashboard/ui/fields/input.tsx'
import type { SelectProps, Start } from '#dashboard/ui/late-popups.ts'
import { itemClass, popupClass } from '#dashboard/ui/popup.ts'

/** One of a few. For many that are searched: `Combobox`. */
export function Select(props: SelectProps & Start) {
  const {
    options,
    value,
    onChange,
    disabled = false,
    compact = false,
    placeholder = t('ui.choose'),
    startOpen,
    ...control
  } = props
  return (
    <Base.Root
      items={options}
      defaultOpen={startOpen}
      value={value}
      disabled={disabled}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen)
      }}
    >
      <Base.Trigger
        {...control}
        className={classNames(
          compact ? `${compactClass} h-7` : `${controlClass} h-9`,
          'flex items-center justify-between gap-2 text-start',
        )}
      >
        <Base.Value className="truncate">
          {(chosen: string | null) =>
            options.find((option) => option.value === chosen)?.label ?? (
              <span className="text-ink-soft">{placeholder}</span>
            )
          }
        </Base.Value>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-soft" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className={classNames(popupClass, 'min-w-(--anchor-width)')}>
            {options.map((option) => (
              <Base.Item key={option.value} value={option.value} className={itemClass}>
                <Base.ItemText className="grow">{option.label}</Base.ItemText>
                <Base.ItemIndicator>
                  <Check aria-hidden />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
