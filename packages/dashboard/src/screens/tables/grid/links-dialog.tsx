import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { type LinkedRow, plainText } from '#dashboard/parts/cells/cell-value.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { CheckboxLine } from '#dashboard/ui/fields/checkbox-line.tsx'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** More are found by searching. */
const MAX_ROWS = 50

const searchAfterMs = 250

interface LinksProps {
  tableId: string
  links: readonly LinkedRow[]
  sought: string
  onSearch: (sought: string) => void
  onChange: (links: readonly LinkedRow[]) => void
}

/** Rows of a table that hold what is sought, by their titles. */
function useFoundRows(tableId: string, sought: string) {
  const params = { id: tableId }
  const table = useQuery(api.tables.get.query({ params }))
  const search = sought.trim()
  const rows = useQuery({
    ...api.tables.rows.query({ params, query: { limit: MAX_ROWS, ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  })
  const title = table.data?.fields[0]?.name ?? ''
  const found = rows.data?.results.map(({ id, fields }) => ({ id, label: plainText(fields[title]).trim() || id }))
  return {
    name: table.data?.name ?? '',
    found: table.data && found,
    hasMore: rows.data !== undefined && rows.data.next !== null,
    error: table.error ?? rows.error,
    again: () => void Promise.all([table.refetch(), rows.refetch()]),
  }
}

/** Arrows go from row to row, and Space ticks one. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement)) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], input[type=checkbox]')]
  const next = stops[stops.indexOf(event.target) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** The rows that a cell links to, to be searched and ticked. */
function Links({ tableId, links, sought, onSearch, onChange }: LinksProps) {
  const { name, found, hasMore, error, again } = useFoundRows(tableId, sought)
  // Those that are linked when the dialog opens come first; later ones stay where they are ticked.
  const [first] = useState(links)
  const chosen = new Set(links.map(({ id }) => id))
  const ahead = sought.trim() === '' ? first.slice(0, MAX_ROWS) : []
  const others = (found ?? []).filter(({ id }) => ahead.every((one) => one.id !== id))
  const tick = (row: LinkedRow, isTicked: boolean) =>
    onChange(isTicked ? [...links, row] : links.filter(({ id }) => id !== row.id))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only passes arrows on to the controls inside
    <div className="grid gap-2" onKeyDown={walk}>
      <SearchBox
        label={t('tables.links_search', { name })}
        value={sought}
        onChange={onSearch}
        maxLength={200}
        afterMs={searchAfterMs}
      />
      {error && <Failure error={error} again={again} />}
      {!found && !error && <Skeleton lines={4} />}
      {found && (
        <div className="max-h-72 overflow-y-auto">
          {[...ahead, ...others].map((row) => (
            <CheckboxLine
              key={row.id}
              label={row.label}
              checked={chosen.has(row.id)}
              onChange={(isTicked) => tick(row, isTicked)}
            />
          ))}
          {ahead.length + others.length === 0 && <p className="text-ink-soft">{t('tables.links_none')}</p>}
        </div>
      )}
      <p role="status" className="text-[13px] text-ink-soft">
        {t('tables.links_chosen', { count: links.length })} {hasMore && t('tables.links_more')}
      </p>
    </div>
  )
}

interface LinksDialogProps {
  title: string
  tableId: string
  links: readonly LinkedRow[]
  /** What is sought to begin with. */
  typed: string
  onSave: (links: readonly LinkedRow[]) => void
  onClose: () => void
}

/** Chooses the rows that a cell links to. */
export function LinksDialog({ title, tableId, links, typed, onSave, onClose }: LinksDialogProps) {
  const [now, setNow] = useState(links)
  const [sought, setSought] = useState(typed)
  return (
    <FormDialog title={title} submit={t('tables.save')} onSubmit={() => onSave(now)} onClose={onClose}>
      <Links tableId={tableId} links={now} sought={sought} onSearch={setSought} onChange={setNow} />
    </FormDialog>
  )
}
