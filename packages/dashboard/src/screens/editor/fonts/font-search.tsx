import type { KeyboardEvent } from 'react'
import { placeByKey } from '#dashboard/screens/editor/popovers/list-keys.ts'
import { optionId } from '#dashboard/screens/editor/popovers/list-option.tsx'
import { t } from '#dashboard/strings/fonts.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { Input } from '#dashboard/ui/fields/input.tsx'
import type { FontRow } from './font-rows.ts'

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
  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return
    const isOption = (at: number) => rows[at]?.kind === 'family'
    const next = placeByKey(event.key, { count: rows.length, active, isOption })
    if (event.key === 'Enter') onChoose()
    else if (next !== undefined) onMove(next)
    else return
    event.preventDefault()
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
      aria-activedescendant={active >= 0 ? optionId(listId, active) : undefined}
      maxLength={100}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
