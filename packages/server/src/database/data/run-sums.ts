import { MAX_GROUPS, OTHER_GROUP } from '#core/run/failure-group.ts'

/** By code, those that were counted before and those of the records just done. */
export const summedWarnings = `(
  select jsonb_object_agg(code, records) from (
    select code, sum(records)::int as records from (
      select key as code, value::int as records from jsonb_each_text(runs.warnings)
      union all
      select code, 1 from done, jsonb_array_elements_text(done.warnings) as code
    ) each group by code
  ) sums
)`

/** By output and state, the records that were counted before and those of the records just done. */
export const summedOutputs = `(
  select jsonb_object_agg(name, counts) from (
    select name, jsonb_object_agg(state, records) as counts from (
      select name, state, sum(records)::int as records from (
        select output.key as name, counted.key as state, counted.value::int as records
        from jsonb_each(runs.outputs) as output, jsonb_each_text(output.value) as counted
        union all
        select output->>'name', output->>'state', 1 from done, jsonb_array_elements(done.outputs) as output
      ) each group by name, state
    ) sums group by name
  ) named
)`

/**
 * By key, those that were counted before and those of the records just done. Groups beyond the bound count as others; a
 * record that the release before finished has no group.
 */
export const summedFailures = `(
  select jsonb_object_agg(key, jsonb_build_object('code', code, 'message', message, 'records', records)) from (
    select key, min(code) as code, min(message) as message, sum(records)::int as records from (
      select key, value->>'code' as code, value->>'message' as message, (value->>'records')::int as records
      from jsonb_each(runs.failure_groups)
      union all
      select case when runs.failure_groups ? key or place <= ${MAX_GROUPS} - known.groups then key else '${OTHER_GROUP}' end,
        code, message, records
      from (
        select coalesce(failure_group, '${OTHER_GROUP}') as key, min(reason->>'code') as code,
          min(coalesce(failure_message, reason->>'message')) as message, count(*)::int as records,
          row_number() over (order by count(*) desc) as place
        from done where state = 'failed' group by 1
      ) news, (select count(*)::int as groups from jsonb_object_keys(runs.failure_groups)) known
    ) each group by key
  ) sums
)`
