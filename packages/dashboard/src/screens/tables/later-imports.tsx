import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { t } from '#dashboard/strings/tables.ts'
import type { LaterImport } from './later-import.tsx'

const ImportState = whenOpened(() => import('./later-import.tsx'), 'ImportState')

const readAgainEveryMs = 1000
/** One that ended earlier is no news. */
const newsForMs = 10 * 60_000

/** Imports whose outcome was read; until the dashboard is loaded again. */
const dismissed = new Set<string>()

const isActive = ({ state }: LaterImport) => state === 'active'
const isNews = ({ id, finished_at: at }: LaterImport) =>
  !dismissed.has(id) && (at === null || Date.now() - Date.parse(at) < newsForMs)

/** Imports that go on after the response. What they change is read again as they end. */
function useLaterImports(tableId: string | undefined): LaterImport[] {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...api.tables.listImports.query(),
    refetchInterval: ({ state }) => state.data?.results.some(isActive) === true && readAgainEveryMs,
  })
  const active = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const now = new Set(data?.results.filter(isActive).map(({ id }) => id))
    const hasEnded = [...active.current].some((id) => !now.has(id))
    active.current = now
    const { list, get, rows, countRows, row } = api.tables
    if (hasEnded)
      for (const { key } of [list, get, rows, countRows, row]) void queries.invalidateQueries({ queryKey: key })
  }, [data, queries])
  return (data?.results ?? []).filter((each) => isNews(each) && (tableId === undefined || each.table_id === tableId))
}

/** How far imports of large files are, and what came of them: of all tables, or of one. */
export function LaterImports({ tableId }: { tableId?: string }) {
  const [, setDismissals] = useState(0)
  const imports = useLaterImports(tableId)
  if (imports.length === 0) return null
  return (
    <ul aria-label={t('tables.later_title')} className="mb-4 grid gap-2">
      {imports.map((each) => (
        <li key={each.id} className="rounded-lg border border-line p-3">
          <ImportState
            of={each}
            onDismiss={() => {
              dismissed.add(each.id)
              setDismissals((count) => count + 1)
            }}
          />
        </li>
      ))}
    </ul>
  )
}
