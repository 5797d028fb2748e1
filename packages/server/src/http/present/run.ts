import { type CallAnswer, type Contract, contract } from '@pictable/client'
import { OTHER_GROUP } from '#core/run/failure-group.ts'
import { outcomeOf, type Run } from '#core/run/run.ts'
import { pendingOf } from '#core/run/run-counts.ts'
import { presentFailure } from '#http/present/failure.ts'
import { presentShared } from '#http/present/shared.ts'

type RunJson = CallAnswer<Contract['runs']['get']>
type FailuresJson = CallAnswer<Contract['runs']['failures']>

/** Runs are listed, and told of several times a second: more would cost more than they tell. */
const mostIds = 100

const rounded = (value: number) => Math.round(value * 100) / 100

/** How fast records have been finished since the first page was read. */
function rateOf(run: Run, now: Date): number | null {
  if (run.startedAt === null) return null
  const seconds = ((run.finishedAt ?? now).getTime() - run.startedAt.getTime()) / 1000
  return seconds > 0 ? (run.rendered + run.skipped + run.failed) / seconds : null
}

/** Known once the last page was read and something was finished. */
function etaOf(run: Run, rate: number | null): number | null {
  if (run.state !== 'active' || run.plannedAt === null || !rate) return null
  return Math.ceil(pendingOf(run) / rate)
}

function waitOf({ state, waitingFor }: Run): RunJson['waiting_for'] {
  if (state !== 'active' || waitingFor === null) return null
  const { code, message, until = null } = waitingFor
  return { code, message, until }
}

/** An output that the action has had only since the run began comes last. */
function placeOf({ outputNames }: Run, { name }: { name: string }): number {
  const place = outputNames.indexOf(name)
  return place < 0 ? outputNames.length : place
}

export function presentRun(run: Run, now: Date): RunJson {
  const rate = rateOf(run, now)
  return {
    ...presentShared(contract.runs.get.answers[200], run),
    outcome: outcomeOf(run),
    pending: pendingOf(run),
    rate_per_second: rate === null ? null : rounded(rate),
    eta_seconds: etaOf(run, rate),
    error: presentFailure(run.error),
    waiting_for: waitOf(run),
    warnings: { ...run.warnings },
    notices: [...run.notices],
    outputs: Object.entries(run.outputs)
      .map(([name, { rendered = 0, skipped = 0, failed = 0 }]) => ({ name, rendered, skipped, failed }))
      .toSorted((one, other) => placeOf(run, one) - placeOf(run, other) || one.name.localeCompare(other.name)),
    trigger: {
      record_ids: run.recordIds?.slice(0, mostIds) ?? null,
      record_count: run.recordIds?.length ?? null,
      force: run.force,
      limit: run.limit,
      metadata: run.metadata,
      webhook_ids: [...run.webhookIds],
    },
    started_by: run.startedBy && { kind: run.startedBy.kind, id: run.startedBy.id },
    links: {
      self: `/v1/runs/${run.id}`,
      action: `/v1/actions/${run.actionId}`,
      records: `/v1/runs/${run.id}/records`,
      failures: `/v1/runs/${run.id}/failures`,
      images: `/v1/images?run_id=${run.id}`,
      deliveries: `/v1/deliveries?run_id=${run.id}`,
    },
  }
}

/** The most frequent first. */
export function presentFailures({ failed, failureGroups }: Pick<Run, 'failed' | 'failureGroups'>): FailuresJson {
  const results = Object.entries(failureGroups)
    .filter(([group]) => group !== OTHER_GROUP)
    .map(([group, { code, message, records }]) => ({ group, code, message, records }))
    .toSorted((one, other) => other.records - one.records || one.group.localeCompare(other.group))
  return { results, other: failed - results.reduce((sum, { records }) => sum + records, 0) }
}
