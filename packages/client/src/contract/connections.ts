import { fieldFormat } from '@pictable/model/field-format'
import { filterOperators } from '@pictable/model/filter'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  failure,
  fieldKind,
  idParams,
  jsonObject,
  linkedTable,
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
    source: z.string().meta({ description: 'Kind of the source, as returned by `sources-list`' }),
    settings: jsonObject.meta({ description: 'Secrets are shown as `***` and their last four characters' }),
    last_test: z
      .strictObject({ at: time, ...outcome })
      .nullable()
      .meta({ description: 'Result of the last test of these settings; null if not tested' }),
    revision: z.int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Connection' })

const name = z.string().trim().min(1).max(200)

const settings = jsonObject.meta({ description: 'Settings that the source defines' })

const named = z.strictObject({ id: z.string(), name: z.string() }).meta({ id: 'Named' })

const field = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    kind: fieldKind,
    computed: z.boolean().meta({ description: 'Computed by the source and never written' }),
    primary: z.boolean().meta({ description: 'The field used as the label of a record' }),
    operators: z.array(z.enum(filterOperators)).meta({ description: 'Filter operators that the field supports' }),
    format: fieldFormat.nullable().meta({
      description:
        'Format in which the table shows the values, written like the `format` of a binding. null if the table shows the plain values',
    }),
    link: linkedTable
      .nullable()
      .meta({ description: 'The table that the field links to, whose fields a mapping can name in `columns`' }),
    takes: z.array(z.string()).meta({ description: 'What an action can write to it, as in `write_back`' }),
  })
  .meta({ id: 'Field' })

const record = z
  .strictObject({
    id: z.string(),
    fields: jsonObject.meta({ description: 'Values by field id, without empty fields' }),
  })
  .meta({ id: 'Record' })

const all = { next: z.null() }

const baseQuery = { base_id: z.string().max(500).meta({ description: 'As returned by `connections-bases`' }) }
const tableQuery = { ...baseQuery, table_id: sourceName }

export const connections = {
  list: endpoint({
    name: 'connections-list',
    method: 'GET',
    path: '/v1/connections',
    summary: 'List connections, newest first',
    scope: 'read',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(connection) },
    errors: [],
  }),
  create: endpoint({
    name: 'connections-create',
    method: 'POST',
    path: '/v1/connections',
    summary: 'Create a connection to an account of a source',
    scope: 'write',
    body: z.strictObject({ name, source: sourceName, settings }).meta({
      id: 'ConnectionCreate',
      examples: [{ name: 'Our shop', source: 'airtable', settings: { token: 'patAbCdEfGhIjKlMn.0123456789abcdef' } }],
    }),
    answers: { 201: connection },
    headers: { Location: 'The new connection' },
    errors: [],
  }),
  get: endpoint({
    name: 'connections-get',
    method: 'GET',
    path: '/v1/connections/:id',
    summary: 'Retrieve a connection',
    scope: 'read',
    params: idParams,
    answers: { 200: connection },
    errors: ['not_found'],
  }),
  update: endpoint({
    name: 'connections-update',
    method: 'PATCH',
    path: '/v1/connections/:id',
    summary: 'Update a connection',
    description:
      'A secret sent as shown (`***…`) keeps its value. Changing a destination setting (host, URL, CA certificate, weaker `ssl`) requires the secrets again.',
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
    summary: 'Delete an unused connection',
    scope: 'write',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
  test: endpoint({
    name: 'connections-test',
    method: 'POST',
    path: '/v1/connections/:id/test',
    summary: 'Test a connection',
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
    summary: 'List the bases of an account',
    scope: 'read',
    params: idParams,
    answers: { 200: z.strictObject({ results: z.array(named), ...all }) },
    errors: ['not_found', ...sourceErrors],
  }),
  tables: endpoint({
    name: 'connections-tables',
    method: 'GET',
    path: '/v1/connections/:id/tables',
    summary: 'List the tables of a base',
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
    summary: 'List the views of a table',
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
    summary: 'List the fields of a table',
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
    summary: 'List the first records of a table or view',
    description: 'Leaves out records that would make the answer longer than about 1,000,000 characters.',
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
