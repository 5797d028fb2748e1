import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  failure,
  fieldKind,
  idParams,
  jsonObject,
  listOf,
  pageQuery,
  sourceErrors,
  sourceName,
  time,
  wholeNumberText,
} from './primitives.ts'

const outcome = {
  ok: z.boolean(),
  account: z.string().nullable(),
  warnings: z.array(z.string()),
  error: failure.nullable(),
}

const connection = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    source: z.string().meta({ description: 'The kind of source, as `sources-list` names it' }),
    settings: jsonObject.meta({ description: 'Secrets among them are shown as `***` and their last four characters' }),
    last_test: z
      .strictObject({ at: time, ...outcome })
      .nullable()
      .meta({ description: 'What the last test of these settings found; null when there was none' }),
    revision: z.int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Connection' })

const name = z.string().trim().min(1).max(200)

const settings = jsonObject.meta({ description: 'As the source asks for them' })

const named = z.strictObject({ id: z.string(), name: z.string() }).meta({ id: 'Named' })

const field = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    kind: fieldKind,
    computed: z.boolean().meta({ description: 'Worked out by the source: never written' }),
    primary: z.boolean().meta({ description: 'The field people know a record by' }),
    operators: z.array(z.string()).meta({ description: 'What the filter of an action may ask of it' }),
    takes: z.array(z.string()).meta({ description: 'What an action may write into it, as `write_back` names it' }),
  })
  .meta({ id: 'Field' })

const record = z
  .strictObject({ id: z.string(), fields: jsonObject.meta({ description: 'By field id; empty fields are left out' }) })
  .meta({ id: 'Record' })

const all = { next: z.null() }

const baseQuery = { base_id: z.string().max(500).meta({ description: 'As `connections-bases` lists it' }) }
const tableQuery = { ...baseQuery, table_id: sourceName }

export const connections = {
  list: endpoint({
    name: 'connections-list',
    method: 'GET',
    path: '/v1/connections',
    summary: 'Connections, newest first',
    scope: 'read',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(connection) },
    errors: [],
  }),
  create: endpoint({
    name: 'connections-create',
    method: 'POST',
    path: '/v1/connections',
    summary: 'Connect an account of a source',
    scope: 'write',
    body: z.strictObject({ name, source: sourceName, settings }).meta({
      id: 'ConnectionCreate',
      examples: [{ name: 'Our shop', source: 'airtable', settings: { token: 'pat…' } }],
    }),
    answers: { 201: connection },
    headers: { Location: 'The new connection' },
    errors: [],
  }),
  get: endpoint({
    name: 'connections-get',
    method: 'GET',
    path: '/v1/connections/:id',
    summary: 'One connection',
    scope: 'read',
    params: idParams,
    answers: { 200: connection },
    errors: ['not_found'],
  }),
  update: endpoint({
    name: 'connections-update',
    method: 'PATCH',
    path: '/v1/connections/:id',
    summary: 'Change a connection',
    description:
      'A secret sent as it is shown (`***…`) keeps its value. A change of a destination setting (host, URL, CA certificate, weaker `ssl`) needs the secrets again.',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({ name: name.exactOptional(), settings: settings.exactOptional() })
      .meta({ id: 'ConnectionUpdate', examples: [{ name: 'Our new shop' }] }),
    answers: { 200: connection },
    errors: ['not_found'],
    ifMatch: true,
  }),
  delete: endpoint({
    name: 'connections-delete',
    method: 'DELETE',
    path: '/v1/connections/:id',
    summary: 'Delete a connection that no action uses',
    scope: 'write',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
  test: endpoint({
    name: 'connections-test',
    method: 'POST',
    path: '/v1/connections/:id/test',
    summary: 'Whether the account answers',
    scope: 'read',
    params: idParams,
    answers: {
      200: z.strictObject(outcome).meta({ id: 'ConnectionTest' }),
    },
    errors: ['not_found'],
    changesNothing: true,
  }),
  bases: endpoint({
    name: 'connections-bases',
    method: 'GET',
    path: '/v1/connections/:id/bases',
    summary: 'Bases of the account',
    scope: 'read',
    params: idParams,
    answers: { 200: z.strictObject({ results: z.array(named), ...all }) },
    errors: ['not_found', ...sourceErrors],
  }),
  tables: endpoint({
    name: 'connections-tables',
    method: 'GET',
    path: '/v1/connections/:id/tables',
    summary: 'Tables of a base',
    scope: 'read',
    params: idParams,
    query: z.strictObject(baseQuery),
    answers: { 200: z.strictObject({ results: z.array(named), ...all }) },
    errors: ['not_found', ...sourceErrors],
  }),
  views: endpoint({
    name: 'connections-views',
    method: 'GET',
    path: '/v1/connections/:id/views',
    summary: 'Views of a table',
    scope: 'read',
    params: idParams,
    query: z.strictObject(tableQuery),
    answers: { 200: z.strictObject({ results: z.array(named), ...all }) },
    errors: ['not_found', ...sourceErrors],
  }),
  fields: endpoint({
    name: 'connections-fields',
    method: 'GET',
    path: '/v1/connections/:id/fields',
    summary: 'Fields of a table',
    scope: 'read',
    params: idParams,
    query: z.strictObject(tableQuery),
    answers: { 200: z.strictObject({ results: z.array(field), ...all }) },
    errors: ['not_found', ...sourceErrors],
  }),
  records: endpoint({
    name: 'connections-records',
    method: 'GET',
    path: '/v1/connections/:id/records',
    summary: 'The first records of a table or view, as a sample',
    scope: 'read',
    params: idParams,
    query: z.strictObject({
      ...tableQuery,
      view_id: sourceName.exactOptional(),
      limit: wholeNumberText(1, 100).default(10),
    }),
    answers: { 200: z.strictObject({ results: z.array(record), ...all }) },
    errors: ['not_found', ...sourceErrors],
  }),
}
