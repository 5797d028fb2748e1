import { type ReactNode, useEffect } from 'react'

/** The id of the option at a place of a list. */
export const optionId = (listId: string, at: number): string => `${listId}-${at}`

/** Keeps the option that the keys are on in view. */
export function useOptionInView(listId: string, active: number): void {
  useEffect(() => {
    document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])
}

interface ListOptionProps {
  readonly listId: string
  readonly at: number
  readonly isActive: boolean
  readonly isChosen: boolean
  readonly onPoint?: () => void
  readonly onChoose: () => void
  readonly className: string
  readonly children: ReactNode
}

/** One of a list, whose keys are those of the box above it. */
export function ListOption({ listId, at, isActive, isChosen, onPoint, onChoose, ...rest }: ListOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box above the list has the keys
    <div
      id={optionId(listId, at)}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-highlighted={isActive ? '' : undefined}
      onPointerMove={onPoint}
      onClick={onChoose}
      {...rest}
    />
  )
}
