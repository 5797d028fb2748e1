import { errorWords } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Fact, Facts } from '#dashboard/ui/facts.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { durationText } from '#dashboard/ui/time.tsx'
import type { Estimate } from './draft/types.ts'

interface RunEstimateProps {
  /** Whether the table is one of ours, which counts no requests. */
  isOwn: boolean
  estimate: { data: object | undefined; error: Error | null; isPending: boolean }
}

export const isEstimate = (answer: object | undefined): answer is Estimate =>
  answer !== undefined && 'source_calls' in answer

/** Both ends where they are far apart: then too little is known for one number. */
function takes({ seconds, seconds_range: range }: Estimate): string {
  if (seconds === null || range === null) return t('actions.not_known')
  const [from, to] = [durationText(range.from), durationText(range.to)]
  return range.to > 3 * range.from && from !== to
    ? t('actions.between', { from, to })
    : t('actions.about', { time: durationText(seconds) })
}

/** What a run would take, before it takes it. */
export function RunEstimate({ isOwn, estimate: { data, error, isPending } }: RunEstimateProps) {
  if (error)
    return (
      <p role="alert" className="rounded-lg bg-bad-soft p-3 break-words text-bad">
        {errorWords(error)}
      </p>
    )
  if (isPending || !isEstimate(data)) return <Skeleton lines={3} />
  const { records, changed, note, calls, source_calls: total, budget } = data
  return (
    <Facts>
      <Fact name={t('actions.records')}>
        {records === null ? note : <Quantity value={records} />}{' '}
        {changed !== null && changed !== records && (
          <span className="text-[13px] text-ink-soft">{t('actions.changed', { count: changed })}</span>
        )}
      </Fact>
      {!isOwn && (
        <Fact name={t('actions.calls')}>
          <Quantity value={total} />{' '}
          <span className="text-[13px] text-ink-soft">
            {t('actions.calls_of', { read: calls.read, write: calls.write, upload: calls.upload })}
          </span>
        </Fact>
      )}
      {records !== null && <Fact name={t('actions.takes')}>{takes(data)}</Fact>}
      {budget && (
        <Fact name={t('actions.budget')}>
          {t('actions.budget_left', { remaining: budget.remaining, all: budget.per_month })}
        </Fact>
      )}
    </Facts>
  )
}
