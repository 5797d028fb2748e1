import type { KeyboardEvent } from 'react'
import { t } from '#dashboard/strings/fonts.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { type FontRow, stepRow } from './font-rows.ts'

/** By how many families a page key moves. */
const PAGE = 8

interface FontSearchProps {
  readonly listId: string
  readonly rows: readonly FontRow[]
  readonly active: number
  readonly value: string
  readonly onChange: (sought: string) => void
  readonly onMove: (at: number) => void
  readonly onChoose: () => void
}

/** Where a name is typed; the arrow keys move through the list below. */
export function FontSearch({ listId, rows, active, value, onChange, onMove, onChoose }: FontSearchProps) {
  function move(by: 1 | -1, times = 1): void {
    let at = active
    for (let count = 0; count < times; count++) at = stepRow(rows, at, by)
    onMove(at)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return
    const act: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: () => move(1, PAGE),
      PageUp: () => move(-1, PAGE),
      Enter: onChoose,
    }
    if (!Object.hasOwn(act, event.key)) return
    event.preventDefault()
    act[event.key]?.()
  }

  return (
    <Input
      compact
      autoFocus
      type="search"
      role="combobox"
      aria-label={t('fonts.search')}
      placeholder={t('fonts.search')}
      aria-expanded
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
      maxLength={100}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
