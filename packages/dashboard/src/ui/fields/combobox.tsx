import { ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { classNames } from '#dashboard/ui/class-names.ts'
import { type ComboboxProps, type Typed, useStandIn } from '#dashboard/ui/late-popups.ts'
import { controlClass } from './input.tsx'

/** What is typed before the list has come is kept for it. While an input method composes, nothing takes its place. */
function useTypedAhead() {
  const [typed, setTyped] = useState<Typed>()
  const [isComposing, setComposing] = useState(false)
  const late = useStandIn({ isHeld: isComposing, onLeave: () => setTyped(undefined) })
  const typedIn = ({ value: text, selectionStart, selectionEnd }: HTMLInputElement): Typed => {
    return { text, from: selectionStart ?? text.length, to: selectionEnd ?? text.length }
  }
  const note = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => setTyped(typedIn(currentTarget))
  const standIn = {
    ...late.standIn,
    // To press it types nothing.
    onSelect: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
      setTyped((before) => before && typedIn(currentTarget)),
    onChange: (event: SyntheticEvent<HTMLInputElement>) => {
      note(event)
      late.open()
    },
    onCompositionStart: () => setComposing(true),
    onCompositionEnd: (event: SyntheticEvent<HTMLInputElement>) => {
      note(event)
      setComposing(false)
    },
    onKeyDown: (event: KeyboardEvent) => {
      late.standIn.onKeyDown(event)
      // It would send the form that it is in.
      if (event.key === 'Enter' && late.start.startOpen) event.preventDefault()
    },
  }
  return { ...late, standIn, typed }
}

/** One of many, found by typing. */
export function Combobox(props: ComboboxProps) {
  const { popups, start, standIn, typed } = useTypedAhead()
  if (popups) return <popups.Combobox {...props} {...start} typed={typed} />
  const { options, value, onChange: _, placeholder = t('ui.choose'), ...control } = props
  return (
    <div className="relative">
      <input
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        autoComplete="off"
        spellCheck={false}
        {...standIn}
        {...control}
        value={typed?.text ?? options.find((option) => option.value === value)?.label ?? ''}
        placeholder={placeholder}
        className={classNames(controlClass, 'h-9 pe-8')}
      />
      <span aria-hidden className="pointer-events-none absolute inset-y-0 end-0 flex w-8 items-center justify-center">
        <ChevronsUpDown className="size-3.5 text-ink-soft" />
      </span>
    </div>
  )
}
