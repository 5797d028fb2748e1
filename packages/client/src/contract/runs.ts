import { outputStates } from '@pictable/model/output'
import { runOutcomes, runRecordStates, runStates, warningCodes } from '@pictable/model/run'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { failure, idParams, idText, jsonObject, listOf, pageQuery, time } from './primitives.ts'

const count = z.int().min(0)

const warning = z.enum(warningCodes).meta({
  id: 'Warning',
  description:
    'Warnings to check: glyphs that no font contains, a missing or replaced picture, a picture with too few pixels, a code that is hard to scan, text that overflows its box or was cut off, parts of a chart with the same colour, a value that does not match its format. `shrunk`: text is smaller than 80 % of its font size, or as small as its layer allows. Less is only in `information` of the image’s report',
})

export const run = z
  .strictObject({
    id: z.string(),
    action_id: z.string(),
    state: z
      .enum(runStates)
      .meta({ description: '`waiting`: the follow-up run of its action, which waits for the active run' }),
    outcome: z.enum(runOutcomes).nullable().meta({
      description:
        'Result of an ended run; null before that. `completed`: no record failed. `failed`: the run ended with an error, or every record failed. `state` only says whether the run reached its end',
    }),
    total: count.meta({ description: 'total = rendered + skipped + failed + cancelled + pending' }),
    rendered: count,
    skipped: count.meta({
      description: 'Unchanged since their last image, or no longer among the records of the action',
    }),
    failed: count,
    cancelled: count,
    pending: count,
    written_back: count.meta({
      description:
        'Records whose cells were written, also those that are `skipped` because their images were rendered before',
    }),
    rate_per_second: z.number().nullable(),
    eta_seconds: z.number().nullable().meta({ description: 'null if it cannot be estimated yet' }),
    error: failure.nullable().meta({ description: 'Reason why the run ended early' }),
    waiting_for: z
      .strictObject({
        ...failure.shape,
        until: time.nullable().meta({ description: 'Time at which the run continues, if the table set one' }),
      })
      .nullable()
      .meta({
        description:
          'Reason why an active run is blocked, such as a full disk, an unreachable table or a rate limit. The run retries automatically. null when it continues',
      }),
    warnings: z.partialRecord(warning, count).meta({ description: 'Number of images with each warning' }),
    notices: z.array(z.string()).meta({
      description: 'Warnings about the run as a whole, each with what to do, such as a binding that nothing fills',
    }),
    outputs: z.array(z.strictObject({ name: z.string(), rendered: count, skipped: count, failed: count })).meta({
      description:
        'If the action has several outputs: the number of processed records by the state of each output; otherwise empty, because the counts of the run are those of its only output. A record is `failed` when one of its outputs is, `skipped` when all are, otherwise `rendered`',
    }),
    trigger: z.strictObject({
      record_ids: z
        .array(z.string())
        .nullable()
        .meta({ description: 'The first hundred requested records. null: the whole view' }),
      record_count: count.nullable().meta({ description: 'Number of requested records' }),
      force: z.boolean(),
      limit: z.int().nullable(),
      metadata: jsonObject.nullable(),
      webhook_ids: z.array(z.string()).meta({ description: 'Receivers that triggers named with `webhook_url`' }),
    }),
    started_by: z
      .strictObject({
        kind: z.string().meta({
          description:
            '`api_key`, `user`, `retry` or `rest` (a key or a user started a run for the failed or cancelled records of `retry_of`), or the kind of the trigger: `schedule`, `table_change`, `incoming_hook`',
        }),
        id: z
          .string()
          .meta({ description: 'Id of the key (`operator` for PICTABLE_ADMIN_KEY), the user or the trigger' }),
      })
      .nullable()
      .meta({
        description: 'What started the run; if one run serves several triggers, the last one. null for Pictable itself',
      }),
    retry_of: z
      .string()
      .nullable()
      .meta({ description: 'The run whose failed or cancelled records this run processes' }),
    template_version: z.int().nullable(),
    created_at: time,
    activated_at: time.nullable(),
    started_at: time.nullable(),
    planned_at: time.nullable().meta({ description: 'After this time, `total` is final' }),
    finished_at: time.nullable(),
    links: z.strictObject({
      self: z.string(),
      action: z.string(),
      records: z.string(),
      failures: z.string(),
      images: z.string(),
      deliveries: z.string(),
    }),
  })
  .meta({ id: 'Run' })

const recordImage = {
  image_id: z.string().nullable(),
  image_url: z.string().nullable(),
  preview_url: z.string().nullable().meta({ description: 'A small copy of the image, at most 20 kB' }),
}

const runRecord = z
  .strictObject({
    n: z.int().min(0).meta({ description: 'Position in the run, from 0' }),
    record_id: z.string(),
    label: z.string().meta({ description: 'Label of the record' }),
    state: z.enum(runRecordStates),
    reason: failure.nullable().meta({
      description:
        'Why the record failed, or why it was skipped without a check for changes: `filtered_out`, `left_view`, `record_deleted`',
    }),
    ...recordImage,
    outputs: z
      .array(
        z.strictObject({
          name: z.string(),
          state: z.enum(outputStates),
          reason: failure.nullable(),
          ...recordImage,
          written_back: z.boolean(),
        }),
      )
      .meta({ description: 'If the action has several outputs: the state and image of each' }),
    warnings: z.array(warning).meta({ description: 'Warnings of the image; its `report` has the details' }),
    written_back: z.boolean(),
    finished_at: time.nullable(),
  })
  .meta({ id: 'RunRecord' })

const failureGroup = z
  .strictObject({
    group: z.string().meta({ description: 'Value for `failure_group` of `runs-records`' }),
    code: z.string(),
    message: z.string().meta({ description: 'Message of one of the records, without its name' }),
    records: count,
  })
  .meta({ id: 'FailureGroup' })

export const runs = {
  list: endpoint({
    name: 'runs-list',
    method: 'GET',
    path: '/v1/runs',
    summary: 'List runs, newest first',
    scope: 'read',
    limitedKeys: 'handler',
    query: z.strictObject({
      ...pageQuery,
      action_id: idText.exactOptional(),
      state: z.enum(runStates).exactOptional(),
      outcome: z.enum(runOutcomes).exactOptional().meta({ description: 'Only runs that ended with this outcome' }),
    }),
    answers: { 200: listOf(run) },
    errors: [],
  }),
  get: endpoint({
    name: 'runs-get',
    method: 'GET',
    path: '/v1/runs/:id',
    summary: 'Retrieve a run with its counts',
    scope: 'read',
    limitedKeys: 'handler',
    params: idParams,
    answers: { 200: run },
    errors: ['not_found'],
  }),
  records: endpoint({
    name: 'runs-records',
    method: 'GET',
    path: '/v1/runs/:id/records',
    summary: 'List the records of a run with their outcomes',
    scope: 'read',
    limitedKeys: 'handler',
    params: idParams,
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(runRecordStates).exactOptional(),
      warnings: z
        .enum(['true', ...warningCodes])
        .exactOptional()
        .meta({ description: 'Only records whose image has this warning, or any warning: `true`' }),
      failure_group: z
        .string()
        .min(1)
        .max(500)
        .exactOptional()
        .meta({ description: 'Only records that failed for this reason, as returned by `runs-failures`' }),
    }),
    answers: { 200: listOf(runRecord) },
    errors: ['not_found'],
  }),
  failures: endpoint({
    name: 'runs-failures',
    method: 'GET',
    path: '/v1/runs/:id/failures',
    summary: 'List the reasons why records of a run failed, with counts',
    description:
      'The most frequent reason first. Pictable counts during the run, so the request takes the same time for any number of records.',
    scope: 'read',
    limitedKeys: 'handler',
    params: idParams,
    answers: {
      200: z
        .strictObject({
          results: z.array(failureGroup),
          other: count.meta({ description: 'Failed records that are in none of these groups' }),
        })
        .meta({ id: 'RunFailures' }),
    },
    errors: ['not_found'],
  }),
  cancel: endpoint({
    name: 'runs-cancel',
    method: 'POST',
    path: '/v1/runs/:id/cancel',
    summary: 'Cancel an active or waiting run',
    description: 'Rendered images are kept. If a follow-up run is waiting, it starts.',
    scope: 'trigger',
    limitedKeys: 'handler',
    params: idParams,
    answers: { 200: run },
    errors: ['not_found', 'conflict'],
  }),
  retryFailed: endpoint({
    name: 'runs-retry-failed',
    method: 'POST',
    path: '/v1/runs/:id/retry-failed',
    summary: 'Start a run for the failed records',
    scope: 'trigger',
    limitedKeys: 'handler',
    params: idParams,
    answers: { 201: run },
    headers: { Location: 'The new run' },
    errors: ['not_found', 'conflict', 'write_back_impossible'],
  }),
  runRest: endpoint({
    name: 'runs-run-rest',
    method: 'POST',
    path: '/v1/runs/:id/run-rest',
    summary: 'Start a run for the cancelled records',
    description:
      'For a run that stopped early or was cancelled. If the run ended before the table was read completely, the new run processes everything that was requested.',
    scope: 'trigger',
    limitedKeys: 'handler',
    params: idParams,
    answers: { 201: run },
    headers: { Location: 'The new run' },
    errors: ['not_found', 'conflict', 'write_back_impossible'],
  }),
}
