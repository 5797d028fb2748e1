import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { controlClass } from '#dashboard/ui/fields/input.tsx'
import type { ComboboxProps, Start, Typed } from '#dashboard/ui/late-popups.ts'
import { itemClass, popupClass } from '#dashboard/ui/popup.ts'

/** As if it were typed now. */
function type(input: HTMLInputElement, { text, from, to }: Typed): void {
  if (input.value !== text) {
    input.setRangeText(text, 0, input.value.length)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  }
  input.setSelectionRange(from, to)
}

/** One of many, found by typing. */
export function Combobox(props: ComboboxProps & Start & { typed: Typed | undefined }) {
  const { options, value, onChange, placeholder = t('ui.choose'), startOpen, typed, ...control } = props
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    // React takes no input while it changes the page.
    // What was deleted again is no wish to clear what is chosen.
    if (typed?.text) queueMicrotask(() => input.current && type(input.current, typed))
  }, [typed])
  const labels = new Map(options.map((option) => [option.value, option.label]))
  return (
    <Base.Root
      modal
      // Strings: when an object of the same option is another one, the text being typed is replaced.
      items={[...labels.keys()]}
      itemToStringLabel={(option: string) => labels.get(option) ?? ''}
      defaultOpen={startOpen}
      value={value}
      onValueChange={onChange}
    >
      <div className="relative">
        <Base.Input
          {...control}
          ref={input}
          aria-labelledby={control.id && `${control.id}-label`}
          placeholder={placeholder}
          className={classNames(controlClass, 'h-9 pe-8')}
        />
        <Base.Trigger
          aria-label={t('ui.choose')}
          className="absolute inset-y-0 end-0 flex w-8 items-center justify-center"
        >
          <ChevronsUpDown aria-hidden className="size-3.5 text-ink-soft" />
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50">
          <Base.Popup className={classNames(popupClass, 'w-(--anchor-width)')}>
            <Base.Empty className="px-2.5 text-ink-soft not-empty:py-1.5">
              {t(options.length === 0 ? 'ui.no_options' : 'ui.no_match')}
            </Base.Empty>
            <Base.List>
              {(option: string) => (
                <Base.Item key={option} value={option} className={itemClass}>
                  <span className="grow truncate">{labels.get(option)}</span>
                  <Base.ItemIndicator>
                    <Check aria-hidden />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
