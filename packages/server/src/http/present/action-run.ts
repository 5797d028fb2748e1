import type { CallAnswer, Contract } from '@pictable/client'
import type { Preview } from '#core/action/preview-action.ts'
import type { sampleAction } from '#core/action/sample-action.ts'
import { type Budget, type Estimate, totalOf } from '#core/estimate/estimate-run.ts'
import { presentWriteCheck } from './action.ts'
import { presentDrawn } from './drawn.ts'
import { presentFailure } from './failure.ts'

type Collection = Contract['actions']

export function presentPreview(preview: Preview): CallAnswer<Collection['preview']>['results'][number] {
  return {
    record_id: preview.recordId,
    label: preview.label,
    because: preview.because,
    values: { ...preview.values },
    error: presentFailure(preview.error),
    image: preview.file && presentDrawn(preview.file),
  }
}

type Sampled = Awaited<ReturnType<typeof sampleAction>>

export function presentSample({ records, matching, lookedAt, isWhole }: Sampled): CallAnswer<Collection['sample']> {
  const results = records.map(({ id, label, fields }) => ({ record_id: id, label, fields: { ...fields } }))
  return { results, matching, looked_at: lookedAt, complete: isWhole }
}

const presentBudget = ({ perMonth, usedThisMonth, remaining }: Budget) => ({
  per_month: perMonth,
  used_this_month: usedThisMonth,
  remaining,
})

const rounded = (seconds: number) => Math.round(seconds * 100) / 100

/** What a dry run answers. */
export function presentEstimate({
  records,
  note,
  calls,
  changed,
  seconds,
  budget,
  error,
  warnings,
  writeCheck,
}: Estimate) {
  return {
    records,
    note,
    source_calls: totalOf(calls),
    calls,
    changed,
    seconds: seconds && rounded(seconds.likely),
    seconds_range: seconds && { from: rounded(seconds.from), to: rounded(seconds.to) },
    budget: budget && presentBudget(budget),
    error: presentFailure(error),
    warnings: [...warnings],
    write_check: presentWriteCheck(writeCheck),
  }
}
