import { type CSSProperties, type ReactNode, useRef } from 'react'
import { classNames } from '#dashboard/ui/class-names.ts'

interface BoxChoiceProps {
  /** Choices of one kind have the same. */
  readonly group: string
  readonly label: string
  readonly isChosen: boolean
  /** With `merge` when it is chosen by keys, which cross other choices on their way: one step, then. */
  readonly onChoose: (merge?: 'merge') => void
  readonly className?: string
  readonly style?: CSSProperties
  /** Its picture. */
  readonly children: ReactNode
}

/** One of several pictures, as a radio button. */
export function BoxChoice({ group, label, isChosen, onChoose, className, style, children }: BoxChoiceProps) {
  const isPointed = useRef(false)
  return (
    <label
      title={label}
      style={style}
      className={classNames(
        'relative grid min-h-6 min-w-6 cursor-pointer place-items-center rounded-sm text-ink-soft hover:text-ink',
        'has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-accent',
        className,
      )}
    >
      <input
        type="radio"
        name={group}
        aria-label={label}
        checked={isChosen}
        onPointerDown={() => {
          isPointed.current = true
        }}
        onChange={() => {
          onChoose(isPointed.current ? undefined : 'merge')
          isPointed.current = false
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {children}
    </label>
  )
}
