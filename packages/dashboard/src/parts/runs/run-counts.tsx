import type { Run } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { Progress } from '#dashboard/ui/progress.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { isUnderWay, type Outcomes, outcomesOf } from './run-words.ts'

interface RunCountsProps {
  run: Run
  /** When it began, where no column says so. */
  at?: string
}

/** How far a run is, or what came of it, in a cell of a list. */
export function RunCounts({ run, at }: RunCountsProps) {
  if (run.state === 'waiting') return <span className="text-ink-soft">–</span>
  if (!isUnderWay(run)) return <Ended run={run} {...(at !== undefined && { at })} />
  const done = run.total - run.pending
  const words = t('runs.of', { done, total: run.total })
  return <HowFar done={run.planned_at === null ? null : done} total={run.total} failed={run.failed} words={words} />
}

const lineClass = 'block truncate text-[13px] text-ink-soft tabular-nums'

interface HowFarProps {
  /** null: it is not known yet. */
  done: number | null
  total: number
  failed: number
  words: string
}

export function HowFar({ done, total, failed, words }: HowFarProps) {
  return (
    <div className="grid gap-1">
      <Progress label={words} done={done} total={total} />
      <span className={lineClass}>
        {words}
        {failed > 0 && <span className="text-bad"> · {t('runs.count_failed', { count: failed })}</span>}
      </span>
    </div>
  )
}

/** Each outcome that there is, in a line. */
export function OutcomeCounts({ counts }: { counts: Outcomes }) {
  return outcomesOf(counts).map(({ outcome, words }, place) => (
    <span key={outcome}>
      {place > 0 && ' · '}
      <span className={outcome === 'failed' ? 'text-bad' : ''}>{words}</span>
    </span>
  ))
}

function Ended({ run, at }: RunCountsProps) {
  const written = run.written_back > 0 && t('runs.written_count', { count: run.written_back })
  const isNone = outcomesOf(run).length === 0
  return (
    <span className="grid">
      {isNone && run.error ? (
        <span
          className="line-clamp-1 whitespace-normal text-[13px] text-bad sm:line-clamp-2"
          dir="auto"
          title={run.error.message}
        >
          {run.error.message}
        </span>
      ) : (
        <span className={lineClass}>
          {isNone && t('runs.none_covered')}
          <OutcomeCounts counts={run} />
        </span>
      )}
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
