import type { Run } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { Progress } from '#dashboard/ui/progress.tsx'
import { isUnderWay, outcomesOf } from './run-words.ts'

/** How far a run is, or what came of it, in a cell of a list. */
export function RunCounts({ run }: { run: Run }) {
  if (run.state === 'waiting') return <span className="text-ink-soft">–</span>
  return isUnderWay(run) ? <HowFar run={run} /> : <Outcomes run={run} />
}

const lineClass = 'block truncate text-[13px] text-ink-soft tabular-nums'

function HowFar({ run }: { run: Run }) {
  const done = run.total - run.pending
  const words = t('runs.of', { done, total: run.total })
  return (
    <div className="grid gap-1">
      <Progress label={words} done={run.planned_at === null ? null : done} total={run.total} />
      <span className={lineClass}>
        {words}
        {run.failed > 0 && <span className="text-bad"> · {t('runs.count_failed', { count: run.failed })}</span>}
      </span>
    </div>
  )
}

function Outcomes({ run }: { run: Run }) {
  const outcomes = outcomesOf(run)
  return (
    <span className="grid">
      <span className={lineClass}>
        {outcomes.length === 0 && t('runs.none_covered')}
        {outcomes.map(({ outcome, words }, place) => (
          <span key={outcome}>
            {place > 0 && ' · '}
            <span className={outcome === 'failed' ? 'text-bad' : ''}>{words}</span>
          </span>
        ))}
      </span>
      {run.written_back > 0 && (
        <span className={lineClass}>{t('runs.written_count', { count: run.written_back })}</span>
      )}
    </span>
  )
}
