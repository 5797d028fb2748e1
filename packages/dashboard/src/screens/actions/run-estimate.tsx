import { errorWords } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Fact, Facts } from '#dashboard/ui/facts.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { durationText } from '#dashboard/ui/time.tsx'
import type { Estimate } from './draft/types.ts'

interface RunEstimateProps {
  estimate: { data: object | undefined; error: Error | null; isPending: boolean }
}

export const isEstimate = (answer: object | undefined): answer is Estimate =>
  answer !== undefined && 'source_calls' in answer

/** What a run would take, before it takes it. */
export function RunEstimate({ estimate: { data, error, isPending } }: RunEstimateProps) {
  if (error)
    return (
      <p role="alert" className="rounded-lg bg-bad-soft p-3 break-words text-bad">
        {errorWords(error)}
      </p>
    )
  if (isPending || !isEstimate(data)) return <Skeleton lines={3} />
  const { records, note, calls, source_calls: total, seconds, budget } = data
  return (
    <Facts>
      <Fact name={t('actions.records')}>{records === null ? note : <Quantity value={records} />}</Fact>
      <Fact name={t('actions.calls')}>
        <Quantity value={total} />{' '}
        <span className="text-[13px] text-ink-soft">
          {t('actions.calls_of', { read: calls.read, write: calls.write, upload: calls.upload })}
        </span>
      </Fact>
      {seconds !== null && <Fact name={t('actions.takes')}>{t('actions.about', { time: durationText(seconds) })}</Fact>}
      {budget && (
        <Fact name={t('actions.budget')}>
          {t('actions.budget_left', { remaining: budget.remaining, all: budget.per_month })}
        </Fact>
      )}
    </Facts>
  )
}
