import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  failure,
  idParams,
  idText,
  jsonObject,
  listOf,
  pageQuery,
  sourceErrors,
  sourceName,
  time,
} from './primitives.ts'
import { run } from './runs.ts'

const trigger = z
  .strictObject({
    id: z.string(),
    action_id: z.string(),
    kind: z.string(),
    settings: jsonObject,
    active: z.boolean(),
    hook_url: z.string().nullable().meta({
      description:
        'URL that fires the trigger. Anyone with the URL can call it. Only for kinds with a URL, and keys with the scope `write`',
    }),
    note: z.string().nullable().meta({ description: 'How the trigger works now' }),
    next_at: time.nullable().meta({ description: 'Next time it fires or checks for changes' }),
    last_fired_at: time.nullable(),
    last_run_id: z.string().nullable(),
    error: failure.nullable().meta({ description: 'Reason why the last check failed' }),
    revision: z.int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'ActionTrigger' })

const settings = jsonObject.exactOptional().meta({ description: 'Settings that the kind defines' })

const active = z.boolean().exactOptional().meta({ description: 'Default: true' })

const kind = z
  .strictObject({
    kind: z.string(),
    title: z.string(),
    description: z.string(),
    settings: jsonObject.meta({ description: 'JSON Schema' }),
  })
  .meta({ id: 'TriggerKind' })

export const triggerKinds = {
  list: endpoint({
    name: 'trigger-kinds-list',
    method: 'GET',
    path: '/v1/trigger-kinds',
    summary: 'List the kinds of triggers',
    scope: 'read',
    answers: { 200: z.strictObject({ results: z.array(kind), next: z.null() }) },
    errors: [],
  }),
}

export const triggers = {
  list: endpoint({
    name: 'triggers-list',
    method: 'GET',
    path: '/v1/triggers',
    summary: 'List triggers, newest first',
    scope: 'read',
    query: z.strictObject({ ...pageQuery, action_id: idText.exactOptional() }),
    answers: { 200: listOf(trigger) },
    errors: [],
  }),
  create: endpoint({
    name: 'triggers-create',
    method: 'POST',
    path: '/v1/triggers',
    summary: 'Create a trigger',
    scope: 'write',
    body: z.strictObject({ action_id: idText, kind: z.string().min(1).max(100), settings, active }).meta({
      id: 'TriggerCreate',
      examples: [
        { action_id: 'act_01jd3v', kind: 'schedule', settings: { cron: '0 9 * * 1-5', time_zone: 'Europe/Berlin' } },
      ],
    }),
    answers: { 201: trigger },
    headers: { Location: 'The new trigger' },
    // It may be deleted with its action while its first look is under way.
    errors: ['conflict', 'not_found'],
  }),
  get: endpoint({
    name: 'triggers-get',
    method: 'GET',
    path: '/v1/triggers/:id',
    summary: 'Retrieve a trigger',
    scope: 'read',
    params: idParams,
    answers: { 200: trigger },
    errors: ['not_found'],
  }),
  update: endpoint({
    name: 'triggers-update',
    method: 'PATCH',
    path: '/v1/triggers/:id',
    summary: 'Update, pause or resume a trigger',
    scope: 'write',
    params: idParams,
    body: z.strictObject({ settings, active }).meta({ id: 'TriggerUpdate', examples: [{ active: false }] }),
    answers: { 200: trigger },
    errors: ['not_found'],
    ifMatch: true,
  }),
  delete: endpoint({
    name: 'triggers-delete',
    method: 'DELETE',
    path: '/v1/triggers/:id',
    summary: 'Delete a trigger and what it created at the table',
    scope: 'write',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found'],
  }),
  rotate: endpoint({
    name: 'triggers-rotate',
    method: 'POST',
    path: '/v1/triggers/:id/rotate',
    summary: 'Rotate the URL of a trigger',
    scope: 'write',
    params: idParams,
    answers: { 200: trigger },
    errors: ['not_found', 'precondition_failed'],
  }),
  test: endpoint({
    name: 'triggers-test',
    method: 'POST',
    path: '/v1/triggers/:id/test',
    summary: 'Show what a trigger would do, without starting anything',
    scope: 'read',
    params: idParams,
    answers: {
      200: z
        .strictObject({ ok: z.boolean(), message: z.string(), error: failure.nullable() })
        .meta({ id: 'TriggerTest' }),
    },
    errors: ['not_found'],
    changesNothing: true,
  }),
  fire: endpoint({
    name: 'triggers-fire',
    method: 'POST',
    path: '/v1/triggers/:id/fire',
    summary: 'Fire a trigger',
    scope: 'trigger',
    params: idParams,
    answers: { 201: run },
    headers: { Location: 'The run' },
    errors: ['not_found', 'conflict'],
  }),
}

const hookParams = z.strictObject({ token: z.string().regex(/^[0-9a-z]{32}$/) })

const hookQuery = z.strictObject({
  record_id: sourceName
    .exactOptional()
    .meta({ description: 'Render only this record. Default: all records of the view' }),
})

export const hooks = {
  open: endpoint({
    name: 'hooks-open',
    method: 'GET',
    path: '/v1/hooks/:token',
    summary: 'Fire a trigger by opening its URL, from a button or a formula field',
    scope: null,
    params: hookParams,
    query: hookQuery,
    answers: { 200: { raw: ['text/html'] } },
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  call: endpoint({
    name: 'hooks-call',
    method: 'POST',
    path: '/v1/hooks/:token',
    summary: 'Fire a trigger by calling its URL',
    description:
      'A JSON body can name records by `record_id` or `record_ids` (1 to 5,000 ids); other keys are ignored. Without these keys, all records of the view are rendered. An empty list or an invalid id starts no run and returns 400.',
    scope: null,
    params: hookParams,
    query: hookQuery,
    body: { raw: ['*/*'] },
    answers: {
      200: z
        .strictObject({
          run_id: z.string().nullable().meta({
            description:
              'The run that serves the call; null if nothing is rendered, or if the call fires later together with others',
          }),
        })
        .meta({ id: 'HookAnswer' }),
    },
    errors: ['not_found', 'conflict', 'rate_limited', ...sourceErrors],
  }),
}
