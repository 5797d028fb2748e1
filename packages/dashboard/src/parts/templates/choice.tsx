import type { ReactNode } from 'react'

interface ChoiceProps {
  /** Choices of one kind have the same. */
  group: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

/** One of a few, as a button that stays pressed. */
export function Choice({ group, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-center gap-2 rounded-lg border border-line px-2.5 py-1.5 text-[13px] text-ink-soft transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent">
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} className="sr-only" />
      {children}
    </label>
  )
}
