/** The records that a run names. */
export interface NamedRecords {
  /** null = the whole view */
  record_ids: string[] | null
  /** Of a waiting run: what the calls that joined it name. */
  calls: string[][] | null
}

/** Each once. */
export function recordIdsOf({ record_ids: own, calls }: NamedRecords): readonly string[] | null {
  return own === null || calls === null ? own : [...new Set([...own, ...calls.flat()])]
}

/** Runs to read from, with the calls that joined them. */
export const runsWithCalls = `(
  select runs.*, case when state = 'waiting' then (
    select jsonb_agg(record_ids order by n) from run_calls where run_id = runs.id
  ) end as calls from runs
) runs`

export const takenCalls = 'calls as (delete from run_calls where run_id = $1 returning n, record_ids)'

/** The records of a run and those of the calls that are taken, each once. A run without calls stays as it is. */
export const ownAndTakenIds = `coalesce(record_ids || (
  select jsonb_agg(id order by n, place) from (
    select distinct on (id) id, n, place
    from calls, jsonb_array_elements(calls.record_ids) with ordinality as named (id, place)
    order by id, n, place
  ) each
), record_ids)`
