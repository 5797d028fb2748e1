import type { Run } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { Progress } from '#dashboard/ui/progress.tsx'
import { isUnderWay } from './run-words.ts'

/** How far a run is, or what came of it, in one line of a list. */
export function RunCounts({ run }: { run: Run }) {
  const done = run.total - run.pending
  const words = t('runs.of', { done, total: run.total })
  if (run.state === 'waiting') return <span className="text-ink-soft">–</span>
  return (
    <div className="grid gap-1">
      {isUnderWay(run) && <Progress label={words} done={run.planned_at === null ? null : done} total={run.total} />}
      <span className="truncate text-[13px] text-ink-soft tabular-nums">
        {words}
        {run.failed > 0 && <span className="text-bad"> · {t('runs.failed_count', { count: run.failed })}</span>}
      </span>
    </div>
  )
}
