import type { Run } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { Progress } from '#dashboard/ui/progress.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { isUnderWay, outcomesOf } from './run-words.ts'

interface RunCountsProps {
  run: Run
  /** When it began, where no column says so. */
  at?: string
}

/** How far a run is, or what came of it, in a cell of a list. */
export function RunCounts({ run, at }: RunCountsProps) {
  if (run.state === 'waiting') return <span className="text-ink-soft">–</span>
  return isUnderWay(run) ? <HowFar run={run} /> : <Outcomes run={run} {...(at !== undefined && { at })} />
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

function Outcomes({ run, at }: RunCountsProps) {
  const outcomes = outcomesOf(run)
  const written = run.written_back > 0 && t('runs.written_count', { count: run.written_back })
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
      {(written || at) && (
        <span className={lineClass}>
          {at && <Time at={at} />}
          {at && written && ' · '}
          {written}
        </span>
      )}
    </span>
  )
}
