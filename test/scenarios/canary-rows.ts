import { createHash } from 'node:crypto'
import { sealHeaders, sealSecrets } from '@pictable/server/core/webhook/webhook-secrets.ts'
import { cardDesign } from '#test/scenarios/seed.ts'
import type { TestApp } from '#test/start-app.ts'

/** One row of a table: each of its columns is in one of these lists. */
export interface CanaryRow {
  /** Columns whose canaries an answer of the API shows. */
  shown: readonly string[]
  /** Columns that never leave. */
  hidden: readonly string[]
  /** Values that have a form; those of other columns are made by their type. A column that is only here has no canary. */
  values?: Readonly<Record<string, unknown>>
}

/** A text that is found again in any answer, and may be an id. */
export const canary = (place: string) => `ZZ-${place.replaceAll('.', '-')}-ZZ`

export const idOf = (table: string) => canary(`${table}.id`)

/** An object with a key that no type has: it must not leave. */
const withExtra = <Value extends object>(column: string, value: Value) => ({
  ...value,
  extra: canary(`${column}.extra`),
})

const failure = (column: string) => withExtra(column, { code: 'x', message: canary(column) })
const fieldRef = (column: string) => withExtra(column, { id: canary(column), name: 'Name' })
const imageFile = (column: string) =>
  withExtra(column, { format: 'png', hash: canary(column), widthPx: 1, heightPx: 1, sizeBytes: 1 })

const designNamed = (column: string) => ({
  ...cardDesign,
  layers: cardDesign.layers.map((layer) => ({ ...layer, name: canary(column) })),
})

const times = ['created_at', 'updated_at']

/** Tables that no endpoint reads to show what is in them. */
export const unread: readonly string[] = [
  ...['call_counts', 'deleted_rows', 'delivery_queue', 'dropped_files', 'idempotency_keys', 'kysely_migration'],
  ...[
    'kysely_migration_lock',
    'leases',
    'login_links',
    'outputs',
    'more_outputs',
    'deleted_records',
    'erasures',
    'action_templates',
    'rate_limits',
    'row_imports',
    'run_calls',
  ],
  ...['form_uploads', 'signed_files', 'trigger_calls'],
]

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export const sessionToken = 'session-of-the-canaries'

/** In the link of the form. */
export const formToken = '0'.repeat(32)

const people: Record<string, CanaryRow> = {
  users: {
    shown: ['id', 'email', 'name', 'revision', 'created_at', 'last_seen_at'],
    hidden: ['password_hash', 'deactivated_at'],
    values: { role: 'owner' },
  },
  sessions: {
    shown: ['id', 'user_agent', 'address', 'created_at', 'last_seen_at', 'expires_at'],
    hidden: ['hash'],
    values: { user_id: idOf('users'), hash: sha256(sessionToken) },
  },
  api_keys: {
    shown: ['id', 'name', 'action_ids', 'created_at', 'last_used_at', 'revoked_at'],
    hidden: ['lookup', 'hash'],
    values: { scopes: ['read'], action_ids: [canary('api_keys.action_ids')] },
  },
  url_keys: {
    shown: [
      ...['id', 'name', 'template_ids', 'renders_per_minute', 'renders_per_day', 'created_at', 'last_used_at'],
      'revoked_at',
    ],
    hidden: ['sealed_secret'],
    values: { template_ids: [canary('url_keys.template_ids')], allow_permanent: true },
  },
  audit_log: {
    shown: ['id', 'at', 'caller_id', 'caller_name', 'operation', 'resource_id', 'address', 'request_id'],
    hidden: [],
    values: { caller_kind: 'user' },
  },
  settings: {
    shown: ['value'],
    hidden: [],
    values: { name: 'installation_name', value: canary('settings.value') },
  },
}

const designs: Record<string, CanaryRow> = {
  templates: {
    shown: ['id', 'name', 'published_version', 'revision', ...times, 'sample', 'width', 'height', 'preview_source'],
    hidden: [],
    values: {
      latest_version: 1,
      preview_source: withExtra('templates.preview_source', { actionId: canary('templates.preview_source') }),
    },
  },
  template_versions: {
    shown: ['design', 'author', 'note', 'created_at'],
    hidden: ['published_at', 'kept_at'],
    values: {
      template_id: idOf('templates'),
      version: 1,
      expressions: true,
      links: true,
      design: designNamed('template_versions.design'),
    },
  },
  template_drafts: {
    shown: [
      ...['revision', 'design', 'editing_session', 'editing_name', 'editing_until'],
      ...['waiting_session', 'waiting_name', 'waiting_since', 'updated_at', 'updated_by'],
    ],
    hidden: ['changed_at'],
    values: {
      template_id: idOf('templates'),
      base_version: 1,
      expressions: true,
      links: true,
      design: designNamed('template_drafts.design'),
    },
  },
  assets: {
    shown: ['id', 'filename', 'content_type', 'size_bytes', 'created_at'],
    hidden: ['hash'],
  },
  fonts: {
    shown: ['id', 'family', 'filename', 'hash', 'size_bytes', 'facts', 'created_at'],
    hidden: ['content_type'],
    values: {
      weight: 400,
      style: 'normal',
      facts: withExtra('fonts.facts', {
        ...{ format: 'ttf', weight: 400, style: 'normal', glyphs: 1, scripts: ['Latn'] },
        family: canary('fonts.facts.family'),
        axes: [withExtra('fonts.facts.axes', { tag: canary('fonts.facts'), min: 1, default: 2, max: 3 })],
        sample: canary('fonts.facts.sample'),
      }),
    },
  },
}

const tables: Record<string, CanaryRow> = {
  tables: {
    shown: ['id', 'name', 'fields', 'views', 'revision', ...times],
    hidden: ['next_position'],
    values: {
      fields: [withExtra('tables.fields', { id: canary('tables.fields'), name: 'Name', kind: 'text' })],
      views: [
        withExtra('tables.views', {
          ...{ id: 'view', name: canary('tables.views'), sort: null },
          filters: [withExtra('tables.views.filters', { fieldId: canary('tables.fields'), operator: 'empty' })],
        }),
      ],
    },
  },
  table_rows: {
    shown: ['id', 'fields', ...times],
    hidden: ['position'],
    values: {
      table_id: idOf('tables'),
      fields: { [canary('tables.fields')]: canary('table_rows.fields'), gone: canary('table_rows.fields.gone') },
    },
  },
  table_imports: {
    shown: [
      ...['id', 'table_id', 'table_name', 'row_count', 'done_count', 'result', 'error', 'created_at', 'finished_at'],
    ],
    hidden: ['options', 'updated_count'],
    values: {
      is_new: false,
      state: 'completed',
      options: { sheet: canary('table_imports.options') },
      result: withExtra('table_imports.result', {
        ...{ added: 1, updated: 0, unchanged: 0, removed: 0, skipped: 0, errorCells: 0 },
        skippedRows: [
          withExtra('table_imports.result.skippedRows', { line: 1, reason: canary('table_imports.result') }),
        ],
        sheets: { read: 'A', all: ['A'] },
      }),
      error: withExtra('table_imports.error', {
        ...{ code: 'x', message: canary('table_imports.error') },
        errors: [withExtra('table_imports.error.errors', { pointer: '', detail: '' })],
      }),
    },
  },
}

const runs: Record<string, CanaryRow> = {
  actions: {
    shown: [
      ...['id', 'title', 'base_id', 'table_id', 'table_name', 'view_id', 'view_name', 'mapping', 'write_back'],
      ...[
        'filter',
        'stop_after_failures',
        'revision',
        'output_name',
        'template_by',
        'more_outputs',
        'file_name',
        'stable_urls',
        'unfilled',
        'write_check',
        ...times,
      ],
    ],
    hidden: ['table_since', 'listed_at', 'delete_since', 'output_key', 'gone_outputs'],
    values: {
      has_exceptions: true,
      gone_outputs: [canary('actions.gone_outputs')],
      deleted_records: 'unpublish',
      delete_after_days: 30,
      connection_id: idOf('connections'),
      template_id: idOf('templates'),
      mapping: { [canary('template_versions.design')]: { field: fieldRef('actions.mapping') } },
      output: withExtra('actions.output', { formats: ['png'] }),
      unfilled: [canary('actions.unfilled')],
      write_check: withExtra('actions.write_check', {
        checkedAt: '2025-11-20T20:34:00.000Z',
        fields: [
          withExtra('actions.write_check.fields', {
            ...{ field: fieldRef('actions.write_check'), result: 'failed', message: canary('actions.write_check') },
          }),
        ],
      }),
      template_by: withExtra('actions.template_by', {
        field: fieldRef('actions.template_by'),
        templates: { [canary('actions.template_by')]: idOf('templates') },
        otherwise: 'fail',
      }),
      more_outputs: [
        withExtra('actions.more_outputs', {
          ...{ name: canary('actions.more_outputs'), templateId: idOf('templates'), writeBack: null },
          templateBy: null,
          output: withExtra('actions.more_outputs.output', { formats: ['png'] }),
        }),
      ],
      file_name: withExtra('actions.file_name', {
        pattern: canary('actions.file_name'),
        fields: { Name: fieldRef('actions.file_name') },
      }),
      ...{ feed_token_hash: null, sealed_feed_token: null },
      stable_urls: withExtra('actions.stable_urls', { field: fieldRef('actions.stable_urls') }),
      write_back: withExtra('actions.write_back', { url: fieldRef('actions.write_back') }),
      filter: withExtra('actions.filter', { field: fieldRef('actions.filter'), operator: 'equals', value: 'x' }),
    },
  },
  exceptions: {
    shown: ['record_id', 'label', 'modifications', ...times],
    hidden: ['used_layers'],
    values: {
      action_id: idOf('actions'),
      modifications: [{ name: canary('exceptions.modifications') }],
      used_layers: [{ layer: canary('exceptions.used_layers'), output: '', templateId: idOf('templates') }],
    },
  },
  runs: {
    shown: [
      ...['id', 'retry_of', 'record_ids', 'record_limit', 'metadata', 'template_version', 'error', 'rendered'],
      ...['skipped', 'failed', 'cancelled', 'written_back', 'created_at', 'activated_at', 'started_at', 'planned_at'],
      ...['finished_at', 'webhook_ids', 'started_by', 'waiting_for', 'failure_groups', 'outputs', 'notices'],
    ],
    hidden: ['cursor', 'template_versions', 'output_names'],
    values: {
      action_id: idOf('actions'),
      state: 'active',
      force: true,
      record_ids: [canary('runs.record_ids')],
      error: failure('runs.error'),
      total: 900_000_001,
      webhook_ids: [canary('runs.webhook_ids')],
      warnings: { shrunk: 1 },
      started_by: withExtra('runs.started_by', { kind: 'user', id: canary('runs.started_by') }),
      waiting_for: { ...failure('runs.waiting_for'), since: canary('runs.waiting_for.since') },
      template_versions: { [canary('runs.template_versions')]: 1 },
      output_names: [canary('runs.output_names')],
      notices: [canary('runs.notices')],
      outputs: { [canary('runs.outputs')]: withExtra('runs.outputs', { rendered: 1 }) },
      failure_groups: { group: { ...failure('runs.failure_groups'), records: 1 } },
    },
  },
  record_keys: {
    shown: ['slug'],
    hidden: ['record_id', 'label', 'key', 'since'],
    values: { action_id: idOf('actions'), is_duplicate: false },
  },
  run_records: {
    shown: ['n', 'record_id', 'label', 'reason', 'finished_at', 'outputs'],
    hidden: ['fields', 'emptied', 'fingerprint', 'failure_group'],
    values: {
      ...{ run_id: idOf('runs'), image_id: idOf('images'), state: 'failed', written_back: true, needs_refill: true },
      reason: failure('run_records.reason'),
      outputs: [
        withExtra('run_records.outputs', {
          ...{ name: canary('run_records.outputs'), state: 'failed', imageId: null, writtenBack: false },
          reason: failure('run_records.outputs'),
        }),
      ],
      warnings: ['shrunk'],
    },
  },
  images: {
    shown: [
      ...[
        'id',
        'template_id',
        'template_version',
        'action_id',
        'run_id',
        'record_id',
        'output',
        'file_name',
        'inputs',
        'modifications',
      ],
      ...[
        'metadata',
        'files',
        'report',
        'created_at',
        'unpublished_at',
        'webhook_ids',
        'design',
        'thumbnail',
        'sequence',
        'preview',
      ],
    ],
    hidden: [],
    values: {
      expressions: true,
      links: true,
      modifications: [{ name: canary('images.modifications') }],
      files: [imageFile('images.files')],
      webhook_ids: [canary('images.webhook_ids')],
      design: designNamed('images.design'),
      thumbnail: imageFile('images.thumbnail'),
      preview: imageFile('images.preview'),
      sequence: withExtra('images.sequence', {
        kind: 'pages',
        rows: [withExtra('images.sequence.rows', { values: { a: canary('images.sequence') }, modifications: [] })],
      }),
    },
  },
  image_batches: {
    shown: ['id', 'total', 'webhook_ids', 'created_at'],
    hidden: [],
    values: { webhook_ids: [canary('image_batches.webhook_ids')] },
  },
  image_batch_items: {
    shown: ['n', 'reason', 'finished_at'],
    hidden: ['request', 'request_length'],
    values: {
      ...{ batch_id: idOf('image_batches'), state: 'failed' },
      reason: failure('image_batch_items.reason'),
    },
  },
}

const webhookReceiver = { id: idOf('webhooks'), url: canary('webhooks.url') }

const webhooks = (world: TestApp['world']): Record<string, CanaryRow> => ({
  webhooks: {
    shown: [
      ...['id', 'name', 'url', 'user_defined', 'action_ids', 'timeout_ms', 'pause', 'failing_since'],
      ...['failed_attempts', 'revision', ...times],
    ],
    hidden: ['sealed_headers', 'sealed_secrets', 'sealed_user_defined'],
    values: {
      sealed_headers: sealHeaders(world, webhookReceiver, { authorization: canary('webhooks.sealed_headers') }),
      sealed_secrets: sealSecrets(world, webhookReceiver, [
        { text: canary('webhooks.sealed_secrets'), expiresAt: null },
        { text: canary('webhooks.sealed_secrets'), expiresAt: '2099-01-01T00:00:00.000Z' },
      ]),
      ...{ format: 'standard', events: ['run.failed'], only_failures: false },
      action_ids: [canary('webhooks.action_ids')],
      pause: withExtra('webhooks.pause', {
        ...{ reason: 'owner', message: canary('webhooks.pause'), at: '2026-01-01T00:00:00.000Z' },
      }),
    },
  },
  deliveries: {
    shown: [
      ...[
        'id',
        'event_id',
        'action_id',
        'run_id',
        'record_id',
        'recipient',
        'body',
        'attempts',
        'next_attempt_at',
        'last_status',
      ],
      ...['reason', 'created_at', 'finished_at'],
    ],
    hidden: ['replayed_after', 'sealed_body'],
    values: {
      ...{ webhook_id: idOf('webhooks'), event: 'run.failed', is_test: false, state: 'pending', is_stuck: false },
      reason: failure('deliveries.reason'),
    },
  },
  attempts: {
    shown: ['n', 'at', 'request_headers', 'status', 'answer_headers', 'answer_body', 'error', 'next_attempt_at'],
    hidden: [],
    values: {
      delivery_id: idOf('deliveries'),
      timings: withExtra('attempts.timings', { dnsMs: 1, connectMs: 1, firstByteMs: 1, totalMs: 1 }),
      error: failure('attempts.error'),
    },
  },
})

const outside = ({ secrets }: TestApp['world']): Record<string, CanaryRow> => ({
  connections: {
    shown: ['id', 'name', 'settings', 'revision', ...times, 'last_test'],
    hidden: ['sealed_settings'],
    values: {
      source: 'nocodb',
      sealed_settings: secrets.seal(
        JSON.stringify({ token: canary('connections.sealed_settings') }),
        `connections.sealed_settings.${idOf('connections')}`,
      ),
      last_test: withExtra('connections.last_test', {
        ...{ at: '2026-01-01T00:00:00.000Z', ok: false, account: canary('connections.last_test'), warnings: [] },
        error: { code: 'x', message: 'x', extra: canary('connections.last_test.error') },
      }),
    },
  },
  triggers: {
    shown: [
      ...['id', 'settings', 'sealed_token', 'note', 'fire_at', 'last_fired_at', 'last_run_id', 'error', 'revision'],
      ...times,
    ],
    hidden: ['token_hash', 'sealed_state', 'next_at', 'pending'],
    values: {
      ...{ action_id: idOf('actions'), kind: 'incoming_hook', active: true },
      sealed_token: secrets.seal(canary('triggers.sealed_token'), `triggers.sealed_token.${idOf('triggers')}`),
      pending: { recordIds: [canary('triggers.pending')] },
      error: failure('triggers.error'),
    },
  },
})

/** A row of every table that is read, in the order in which they refer to each other. */
/** Of which visitors see the id. */
const submission: CanaryRow = {
  shown: ['id'],
  hidden: ['row_id', 'run_id', 'action_id', 'batch_id', 'created_at'],
  values: { form_id: idOf('forms') },
}

const form = ({ secrets }: TestApp['world']): CanaryRow => ({
  shown: [
    ...['id', 'title', 'intro', 'questions', 'fixed_values', 'sealed_token'],
    ...['frame_ancestors', 'language', 'submit_label', 'thanks', 'submissions_per_hour', 'submissions_per_day'],
    ...['submission_count', 'last_submission_at', 'revision', ...times],
  ],
  hidden: ['token_hash'],
  values: {
    template_id: idOf('templates'),
    table_id: idOf('tables'),
    action_id: idOf('actions'),
    token_hash: sha256(formToken),
    formats: ['png'],
    enabled: true,
    fixed_values: { place: canary('forms.fixed_values') },
    frame_ancestors: [canary('forms.frame_ancestors')],
    sealed_token: secrets.seal(canary('forms.sealed_token'), `forms.sealed_token.${idOf('forms')}`),
    questions: [
      withExtra('forms.questions', {
        ...{ variable: 'name', kind: 'text', label: canary('forms.questions'), help: null, required: true },
        ...{ default: null, maxLength: null, min: null, max: null, choices: [], fieldId: null },
      }),
    ],
  },
})

export const canaryRows = (world: TestApp['world']): Record<string, CanaryRow> => {
  const { connections, triggers } = outside(world)
  if (!connections || !triggers) throw new Error('there is no row for the connections or the triggers')
  return {
    ...people,
    ...designs,
    ...tables,
    connections,
    ...runs,
    triggers,
    forms: form(world),
    form_submissions: submission,
    ...webhooks(world),
  }
}
