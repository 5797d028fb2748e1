import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import type { Run, RunRecord } from '#dashboard/api/types.ts'

/** A record as it stands, and the run that it was last part of. */
export interface Latest {
  record: RunRecord
  runId: string
}

const lookedAtRuns = 10
const mostRecords = 100

/** Whether it was asked to make every record of the view. */
export const isOfAllRecords = ({ trigger }: Run) => trigger.record_ids === null && trigger.limit === null

/** The newest run over the whole view, and what was tried again since: newest first. */
function runsThatCount(runs: readonly Run[]): { runs: readonly Run[]; isWhole: boolean } {
  const base = runs.findIndex((run) => isOfAllRecords(run) && run.state !== 'waiting')
  return base < 0 ? { runs, isWhole: false } : { runs: runs.slice(0, base + 1), isWhole: true }
}

/** Every record once, in the order of the oldest run, as the newest run that knows it has it. */
function latestOf(lists: readonly { runId: string; records: readonly RunRecord[] }[]): Latest[] {
  const byId = new Map<string, Latest>()
  for (const { runId, records } of lists.toReversed())
    for (const record of records) byId.set(record.record_id, { record, runId })
  return [...byId.values()]
}

export interface LatestImages {
  /** The newest run of the action. */
  run: Run | undefined
  latest: readonly Latest[]
  /** These are all records there are: they can be counted. */
  isWhole: boolean
  isPending: boolean
  error: Error | null
}

/** The images of an action, as they stand and as they change. */
export function useLatestImages(actionId: string | undefined): LatestImages {
  const list = useQuery({
    ...api.runs.list.query({ query: { action_id: actionId ?? '', limit: lookedAtRuns } }),
    enabled: actionId !== undefined,
  })
  const { runs, isWhole } = runsThatCount(list.data?.results ?? [])
  const records = useQueries({
    queries: runs.map(({ id }) => api.runs.records.query({ params: { id }, query: { limit: mostRecords } })),
  })
  const lists = runs.map(({ id }, at) => ({ runId: id, records: records[at]?.data?.results ?? [] }))
  return {
    run: runs[0],
    latest: latestOf(lists),
    isWhole: isWhole && records.every(({ data }) => data?.next === null),
    isPending: list.isPending || records.some(({ isPending }) => isPending),
    error: list.error,
  }
}
