import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import type { Run } from '#dashboard/api/types.ts'
import { statusOf } from '#dashboard/parts/runs/run-words.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { Time } from '#dashboard/ui/time.tsx'

/** The newest run of an action; null while there is none. */
export function useLastRun(actionId: string): Run | null | undefined {
  const runs = useQuery(api.runs.list.query({ query: { action_id: actionId, limit: 1 } }))
  return runs.data && (runs.data.results[0] ?? null)
}

/** What became of the newest run, and when: leads to it. */
export function LastRun({ actionId }: { actionId: string }) {
  const run = useLastRun(actionId)
  if (!run) return run === null && <span className="text-ink-soft">{t('actions.never_run')}</span>
  return (
    <Link
      to="/runs/$id"
      params={{ id: run.id }}
      className="inline-flex max-w-full items-center gap-2 rounded hover:underline"
    >
      <Status state={statusOf(run)} />
      <span className="truncate text-[13px] text-ink-soft">
        {run.failed > 0 && <span className="text-bad">{t('runs.count_failed', { count: run.failed })} · </span>}
        <Time at={run.created_at} />
      </span>
    </Link>
  )
}
