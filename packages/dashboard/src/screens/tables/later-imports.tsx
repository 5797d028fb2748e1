import type { CallAnswer, Contract } from '@pictable/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/tables.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { countWords } from './count-words.ts'
import { ImportDone, MistakeLines } from './import-parts.tsx'

type LaterImport = CallAnswer<Contract['tables']['getImport']>

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

function Active({ table_name: name, done, rows }: LaterImport) {
  return (
    <div className="grid gap-1.5">
      <p>{t('tables.later_active', { name, done, total: rows })}</p>
      <Progress label={t('tables.import_progress')} done={done} total={rows} />
      <p className="text-[13px] text-ink-soft">{t('tables.later_help')}</p>
    </div>
  )
}

function Ended({ of, onDismiss }: { of: LaterImport; onDismiss: () => void }) {
  const { table_name: name, result, error } = of
  const [isOpen, setOpen] = useState(false)
  const dismiss = (
    <Button size="small" look="quiet" onClick={onDismiss}>
      {t('tables.later_dismiss')}
    </Button>
  )
  if (error !== null)
    return (
      <div role="alert" className="flex flex-wrap items-start gap-3">
        <CircleAlert aria-hidden className="mt-0.5 size-5 text-bad" />
        <div className="grid min-w-0 flex-1 gap-2 text-bad">
          <p className="wrap-anywhere">{t('tables.later_failed', { name, reason: error.message })}</p>
          <MistakeLines lines={error.errors.map(({ detail }) => detail)} />
        </div>
        {dismiss}
      </div>
    )
  return (
    <div role="status" className="flex flex-wrap items-center gap-3">
      <CircleCheck aria-hidden className="size-5 text-good" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        {t('tables.later_completed', { name, counts: result === null ? '' : countWords(result) })}
      </p>
      {result !== null && (result.skipped > 0 || result.emptied_cells > 0) && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('tables.later_details')}
        </Button>
      )}
      {dismiss}
      {isOpen && result !== null && <ImportDone answer={result} onClose={() => setOpen(false)} />}
    </div>
  )
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
          {isActive(each) ? (
            <Active {...each} />
          ) : (
            <Ended
              of={each}
              onDismiss={() => {
                dismissed.add(each.id)
                setDismissals((count) => count + 1)
              }}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
