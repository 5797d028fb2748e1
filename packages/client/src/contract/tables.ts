import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldKind, idParams, jsonObject, listOf, pageQuery, pathId, time } from './primitives.ts'

/** What needs no table product behind it. */
const plainKind = fieldKind.exclude(['link', 'user', 'unknown'])

const name = z.string().trim().min(1).max(200)

const operator = z.enum(['equals', 'not_equals', 'contains', 'empty', 'not_empty', 'greater', 'less'])

const filter = z.strictObject({
  field: name.meta({ description: 'Name of the field' }),
  operator,
  value: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
})

const sort = z.strictObject({ field: name, direction: z.enum(['ascending', 'descending']) })

const table = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    fields: z.array(z.strictObject({ id: z.string(), name: z.string(), kind: z.string() })),
    views: z.array(
      z.strictObject({ id: z.string(), name: z.string(), filters: z.array(filter), sort: sort.nullable() }),
    ),
    revision: z.int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Table' })

const fields = z
  .array(z.strictObject({ name, kind: plainKind }))
  .min(1)
  .max(200)
  .meta({ description: 'The first one is what people know a row by' })

const views = z
  .array(z.strictObject({ name, filters: z.array(filter).max(50).default([]), sort: sort.nullable().default(null) }))
  .max(100)

const row = z
  .strictObject({
    id: z.string(),
    fields: jsonObject.meta({ description: 'By name of the field; empty ones are left out' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Row' })

const rowFields = jsonObject.meta({ description: 'By name or id of the field' })

const imported = z
  .strictObject({ table, added: z.int().meta({ description: 'Rows added' }) })
  .meta({ id: 'TableImport' })

const rowParams = z.strictObject({ id: pathId, row_id: pathId })

export const tables = {
  list: endpoint({
    name: 'tables-list',
    method: 'GET',
    path: '/v1/tables',
    summary: "Pictable's own tables, newest first",
    scope: 'read',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(table) },
    errors: [],
  }),
  create: endpoint({
    name: 'tables-create',
    method: 'POST',
    path: '/v1/tables',
    summary: 'A new table',
    scope: 'write',
    body: z.strictObject({ name, fields, views: views.exactOptional() }).meta({
      id: 'TableCreate',
      examples: [
        {
          name: 'Products',
          fields: [
            { name: 'Name', kind: 'text' },
            { name: 'Price', kind: 'number' },
          ],
        },
      ],
    }),
    answers: { 201: table },
    headers: { Location: 'The new table' },
    errors: [],
  }),
  get: endpoint({
    name: 'tables-get',
    method: 'GET',
    path: '/v1/tables/:id',
    summary: 'One table',
    scope: 'read',
    params: idParams,
    answers: { 200: table },
    errors: ['not_found'],
  }),
  update: endpoint({
    name: 'tables-update',
    method: 'PATCH',
    path: '/v1/tables/:id',
    summary: 'Change a table',
    description: 'A field or view keeps its id when its name stays.',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({ name: name.exactOptional(), fields: fields.exactOptional(), views: views.exactOptional() })
      .meta({ id: 'TableUpdate', examples: [{ name: 'All products' }] }),
    answers: { 200: table },
    errors: ['not_found'],
    ifMatch: true,
  }),
  delete: endpoint({
    name: 'tables-delete',
    method: 'DELETE',
    path: '/v1/tables/:id',
    summary: 'Delete a table and its rows',
    scope: 'write',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
  rows: endpoint({
    name: 'tables-rows',
    method: 'GET',
    path: '/v1/tables/:id/rows',
    summary: 'Rows, in the order of the table or of a view',
    scope: 'read',
    params: idParams,
    query: z.strictObject({ ...pageQuery, view: name.exactOptional().meta({ description: 'Id or name' }) }),
    answers: { 200: listOf(row) },
    errors: ['not_found'],
  }),
  addRows: endpoint({
    name: 'tables-add-rows',
    method: 'POST',
    path: '/v1/tables/:id/rows',
    summary: 'Add rows at the end',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({ rows: z.array(rowFields).min(1).max(1000) })
      .meta({ id: 'RowsCreate', examples: [{ rows: [{ Name: 'Teapot', Price: 24.5 }] }] }),
    answers: { 201: z.strictObject({ results: z.array(row) }) },
    errors: ['not_found'],
  }),
  updateRow: endpoint({
    name: 'tables-update-row',
    method: 'PATCH',
    path: '/v1/tables/:id/rows/:row_id',
    summary: 'Set fields of a row, leave the others',
    scope: 'write',
    params: rowParams,
    body: z.strictObject({ fields: rowFields }).meta({ id: 'RowUpdate', examples: [{ fields: { Price: 19 } }] }),
    answers: { 200: row },
    errors: ['not_found'],
  }),
  deleteRow: endpoint({
    name: 'tables-delete-row',
    method: 'DELETE',
    path: '/v1/tables/:id/rows/:row_id',
    summary: 'Delete a row',
    scope: 'write',
    params: rowParams,
    answers: { 204: null },
    errors: ['not_found'],
  }),
  importNew: endpoint({
    name: 'tables-import-new',
    method: 'POST',
    path: '/v1/tables/import',
    summary: 'A new table from a CSV file',
    description: 'The first row names the fields; their kinds are guessed.',
    scope: 'write',
    query: z.strictObject({ name }),
    body: { raw: ['text/csv'] },
    answers: { 201: imported },
    headers: { Location: 'The new table' },
    errors: [],
  }),
  importInto: endpoint({
    name: 'tables-import-into',
    method: 'POST',
    path: '/v1/tables/:id/import',
    summary: 'Add the rows of a CSV file to a table',
    scope: 'write',
    params: idParams,
    body: { raw: ['text/csv'] },
    answers: { 200: imported },
    errors: ['not_found'],
  }),
}
