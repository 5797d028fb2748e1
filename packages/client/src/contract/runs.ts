import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { failure, idParams, idText, jsonObject, listOf, pageQuery, time } from './primitives.ts'

const runState = z.enum(['waiting', 'active', 'completed', 'failed', 'cancelled'])
const runOutcome = z.enum(['completed', 'completed_with_failures', 'failed', 'cancelled'])
const recordState = z.enum(['pending', 'rendered', 'skipped', 'failed', 'cancelled'])

const count = z.int().min(0)

const warning = z.enum(['missing_glyphs', 'missing_image', 'overflows', 'shrunk', 'truncated', 'unformatted']).meta({
  id: 'Warning',
  description:
    'What an image was made with that a person should look at: letters that no font has, a picture that is missing or replaced, text that leaves its box, was made smaller, or was cut, a value that its format does not suit',
})

export const run = z
  .strictObject({
    id: z.string(),
    action_id: z.string(),
    state: runState.meta({ description: '`waiting`: the one follow-up behind the active run of its action' }),
    outcome: runOutcome.nullable().meta({
      description:
        'How an ended run came out; null until it ends. `state` says whether it went to its end, `outcome` what came of its records: `completed` when none failed, `failed` when the run ended with an error or every record failed',
    }),
    total: count.meta({ description: 'total = rendered + skipped + failed + cancelled + pending' }),
    rendered: count,
    skipped: count.meta({
      description: 'Unchanged since their last image, or no longer among the records of the action',
    }),
    failed: count,
    cancelled: count,
    pending: count,
    written_back: count,
    rate_per_second: z.number().nullable(),
    eta_seconds: z.number().nullable().meta({ description: 'null while it cannot be known' }),
    error: failure.nullable().meta({ description: 'Why the whole run ended early' }),
    waiting_for: z
      .strictObject({
        ...failure.shape,
        until: time.nullable().meta({ description: 'When it goes on, as the table said; null when nobody knows' }),
      })
      .nullable()
      .meta({
        description:
          'What an active run could not go on for at its last try, such as a full disk, a table that does not answer or one that asks us to slow down: it tries again by itself. null as soon as it gets on',
      }),
    warnings: z.partialRecord(warning, count).meta({ description: 'Of the images that it made: how many have each' }),
    trigger: z.strictObject({
      record_ids: z
        .array(z.string())
        .nullable()
        .meta({ description: 'The records that were asked for, the first hundred of them; null: the whole view' }),
      record_count: count.nullable().meta({ description: 'How many these are in all' }),
      force: z.boolean(),
      limit: z.int().nullable(),
      metadata: jsonObject.nullable(),
      webhook_ids: z.array(z.string()).meta({ description: 'Receivers that triggers named by `webhook_url`' }),
    }),
    started_by: z
      .strictObject({
        kind: z.string().meta({
          description:
            '`api_key`, `user`, `retry` or `rest` (a key or a user that asked for the failed or the cancelled records of `retry_of`), or the kind of the trigger: `schedule`, `table_change`, `incoming_hook`',
        }),
        id: z.string().meta({ description: 'Of the key (`operator` for PICTABLE_ADMIN_KEY), the user or the trigger' }),
      })
      .nullable()
      .meta({
        description: 'What started it; of several triggers that one run serves, the last. null: Pictable itself',
      }),
    retry_of: z.string().nullable().meta({ description: 'The run whose failed or cancelled records this one is over' }),
    template_version: z.int().nullable(),
    created_at: time,
    activated_at: time.nullable(),
    started_at: time.nullable(),
    planned_at: time.nullable().meta({ description: 'From then on `total` is final' }),
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

const runRecord = z
  .strictObject({
    n: z.int().min(0).meta({ description: 'Place in the run, from 0' }),
    record_id: z.string(),
    label: z.string().meta({ description: 'What people know the record by' }),
    state: recordState,
    reason: failure.nullable().meta({
      description:
        'Why it failed. Or why it was skipped without a look at whether it changed: `filtered_out`, `left_view`, `record_deleted`',
    }),
    image_id: z.string().nullable(),
    image_url: z.string().nullable(),
    preview_url: z.string().nullable().meta({ description: 'A small picture of the image, at most 20 kB' }),
    warnings: z.array(warning).meta({ description: 'Of the image that the run made; its `report` says more' }),
    written_back: z.boolean(),
    finished_at: time.nullable(),
  })
  .meta({ id: 'RunRecord' })

const failureGroup = z
  .strictObject({
    group: z.string().meta({ description: 'For `failure_group` of `runs-records`' }),
    code: z.string(),
    message: z.string().meta({ description: 'As one of the records has it, without its name' }),
    records: count,
  })
  .meta({ id: 'FailureGroup' })

export const runs = {
  list: endpoint({
    name: 'runs-list',
    method: 'GET',
    path: '/v1/runs',
    summary: 'Runs, newest first',
    scope: 'read',
    limitedKeys: 'handler',
    query: z.strictObject({ ...pageQuery, action_id: idText.exactOptional(), state: runState.exactOptional() }),
    answers: { 200: listOf(run) },
    errors: [],
  }),
  get: endpoint({
    name: 'runs-get',
    method: 'GET',
    path: '/v1/runs/:id',
    summary: 'One run with its counts',
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
    summary: 'Records of a run, each with its own outcome',
    scope: 'read',
    limitedKeys: 'handler',
    params: idParams,
    query: z.strictObject({
      ...pageQuery,
      state: recordState.exactOptional(),
      warnings: z
        .enum(['true', ...warning.options])
        .exactOptional()
        .meta({ description: 'Only records whose image has this one, or any: `true`' }),
      failure_group: z
        .string()
        .min(1)
        .max(500)
        .exactOptional()
        .meta({ description: 'Only records that failed for this reason, as `runs-failures` lists it' }),
    }),
    answers: { 200: listOf(runRecord) },
    errors: ['not_found'],
  }),
  failures: endpoint({
    name: 'runs-failures',
    method: 'GET',
    path: '/v1/runs/:id/failures',
    summary: 'Reasons why records of a run failed, with how many records each',
    description:
      'The most frequent first. Counted while the run goes on, so this costs the same for any number of records.',
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
    description: 'What is rendered stays. A follow-up that waits behind the run starts.',
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
    summary: 'A new run over the records that failed',
    scope: 'trigger',
    limitedKeys: 'handler',
    params: idParams,
    answers: { 201: run },
    headers: { Location: 'The new run' },
    errors: ['not_found', 'conflict'],
  }),
  runRest: endpoint({
    name: 'runs-run-rest',
    method: 'POST',
    path: '/v1/runs/:id/run-rest',
    summary: 'A new run over the records that were cancelled',
    description:
      'After a run that stopped early, or that someone cancelled. When the run ended before the table was read to its end, the new run takes all that it was asked for.',
    scope: 'trigger',
    limitedKeys: 'handler',
    params: idParams,
    answers: { 201: run },
    headers: { Location: 'The new run' },
    errors: ['not_found', 'conflict'],
  }),
}
