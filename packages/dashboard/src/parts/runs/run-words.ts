import type { Identity, Run, RunRecord } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { durationText } from '#dashboard/ui/time.tsx'
import { reasonWords } from './reason-words.ts'

export function isUnderWay({ state }: Run): boolean {
  return state === 'active' || state === 'waiting'
}

/** What a badge says of a run: how it came out, or its state until then. */
export function statusOf({ outcome, state }: Run): Run['state'] | NonNullable<Run['outcome']> {
  return outcome ?? state
}

type Counts = Pick<Run, 'rendered' | 'skipped' | 'failed'>

/** The same with counts that later runs have changed, such as a retry of what failed. */
export function statusWith(run: Run, { rendered, skipped, failed }: Counts): ReturnType<typeof statusOf> {
  if (run.state !== 'completed') return statusOf(run)
  if (failed === 0) return 'completed'
  return rendered + skipped === 0 ? 'failed' : 'completed_with_failures'
}

const starters: Readonly<Record<string, () => string>> = {
  user: () => t('runs.by_user'),
  api_key: () => t('runs.by_api_key'),
  retry: () => t('runs.by_retry'),
  rest: () => t('runs.by_rest'),
  schedule: () => t('runs.by_schedule'),
  table_change: () => t('runs.by_table_change'),
  incoming_hook: () => t('runs.by_incoming_hook'),
}

/** Who or what started it; a kind of trigger that is not known here says its own name. */
export function starterWords({ started_by: by }: Run, me: Identity): string {
  if (by === null) return t('runs.by_pictable')
  if (by.id === 'operator') return t('runs.by_operator')
  if (by.kind === 'user' && by.id === me.id) return t('runs.by_you')
  return starters[by.kind]?.() ?? by.kind
}

/** Which records it covers. */
export function scopeWords({ trigger }: Run): string {
  const chosen = trigger.record_count
  const which =
    chosen !== null
      ? t('runs.scope_some', { count: chosen })
      : trigger.limit === null
        ? t('runs.scope_all')
        : t('runs.scope_limit', { count: trigger.limit })
  return trigger.force ? `${which} · ${t('runs.forced')}` : which
}

/** How long it took, or null while that is open. */
export function tookWords({ started_at: from, finished_at: until }: Run): string | null {
  return from && until ? durationText((Date.parse(until) - Date.parse(from)) / 1000) : null
}

/** Why a record came out as it did: the reason, or what its image was made with. */
export function recordWords(record: RunRecord): string {
  const { state, reason, warnings } = record
  if (state === 'skipped' && reason === null) return t('runs.unchanged')
  return reasonWords(record) ?? warnings.map((warning) => t(`warning.${warning}`)).join(' · ')
}

const outcomes = ['rendered', 'skipped', 'failed', 'cancelled'] as const

export type Outcomes = Readonly<Partial<Record<(typeof outcomes)[number], number>>>

/** What came of records or items, each outcome that there is: "1 rendered, 3 skipped". */
export function outcomesOf(counts: Outcomes): readonly { outcome: (typeof outcomes)[number]; words: string }[] {
  return outcomes.flatMap((outcome) => {
    const count = counts[outcome] ?? 0
    return count > 0 ? [{ outcome, words: t(`runs.count_${outcome}`, { count }) }] : []
  })
}

/** The answer to a trigger that was no mere estimate. */
export const isRun = (answer: object): answer is Run => 'state' in answer
