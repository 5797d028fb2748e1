/** The records that a run names: its own, null for the whole view, and those of the calls that joined it, each once. */
export function recordIdsOf(
  own: readonly string[] | null,
  calls: readonly string[][] | null,
): readonly string[] | null {
  return own === null || calls === null ? own : [...new Set([...own, ...calls.flat()])]
}

/** Runs to read from, with the calls that joined them. Their outcome is that of `outcomeOf()`. */
export const runsWithCalls = `(
  select runs.ctid, runs.*, case when state = 'waiting' then (
    select jsonb_agg(record_ids order by n) from run_calls where run_id = runs.id
  ) end as calls, case
    when state = 'completed' and failed > 0 then
      case when rendered + skipped = 0 then 'failed' else 'completed_with_failures' end
    when state in ('completed', 'failed', 'cancelled') then state
  end as outcome from runs
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
