import { tableFieldKinds } from '@pictable/model/field'
import { fieldFormat } from '@pictable/model/field-format'
import { invalidValueRules, sortDirections, viewOperators } from '@pictable/model/table'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, idText, jsonObject, listOf, pageQuery, pathId, time, wholeNumberText } from './primitives.ts'

const ownKind = z.enum(tableFieldKinds)

export const name = z.string().trim().min(1).max(200)

const linkedTableId = idText.exactOptional().meta({
  description: 'Id of the table whose rows a field of the kind `link` names. Required for a new link',
})

const filter = z.strictObject({
  field: name.meta({ description: 'Name of the field' }),
  operator: z.enum(viewOperators),
  value: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
})

const sort = z.strictObject({ field: name, direction: z.enum(sortDirections) })

export const table = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    fields: z.array(
      z.strictObject({
        ...{ id: z.string(), name: z.string(), kind: z.string() },
        format: fieldFormat.exactOptional(),
        linked_table_id: linkedTableId,
      }),
    ),
    views: z.array(
      z.strictObject({ id: z.string(), name: z.string(), filters: z.array(filter), sort: sort.nullable() }),
    ),
    revision: z.int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Table' })

const keptId = z.string().exactOptional().meta({
  description: 'Id of an existing field or view, to rename or change it. Without an id, the name identifies it',
})

const fields = z
  .array(
    z.strictObject({
      ...{ id: keptId, name, kind: ownKind, linked_table_id: linkedTableId },
      format: fieldFormat.nullable().exactOptional().meta({
        description:
          'How the values are shown, such as in a currency, in which they may then also be written. Without it, an existing field keeps its format; null removes it',
      }),
    }),
  )
  .min(1)
  .max(200)
  .meta({ description: 'The first field is the label of a row. It cannot be a link' })

const views = z
  .array(
    z.strictObject({
      id: keptId,
      name,
      filters: z.array(filter).max(50).default([]),
      sort: sort.nullable().default(null),
    }),
  )
  .max(100)

const row = z
  .strictObject({
    id: z.string(),
    fields: jsonObject.meta({
      description: 'Values by field name, without empty fields. A link is a list of `{ id, label }`',
    }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Row' })

const rowFields = jsonObject.meta({
  description: 'Values by field name or id. A link is a list of ids or titles of rows',
})

const rowQuery = {
  view: name.exactOptional().meta({ description: 'Id or name' }),
  filters: z
    .string()
    .max(8000)
    .exactOptional()
    .meta({
      description: 'Filters as JSON, like those of a view. Rows must also pass the filters of the view',
      examples: ['[{"field":"Price","operator":"greater","value":9}]'],
    }),
  sort: z
    .string()
    .max(201)
    .exactOptional()
    .meta({ description: 'Name of a field, with a leading - for descending order. Default: the order of the view' }),
  search: z
    .string()
    .min(1)
    .max(200)
    .exactOptional()
    .meta({ description: 'Only rows that contain this text in any field' }),
}

const rowId = z.string().min(1).max(64)

const mistakes = z
  .array(z.strictObject({ pointer: z.string(), detail: z.string() }))
  .meta({ description: 'Reason why the row did not change; empty if it changed' })

const rowParams = z.strictObject({ id: pathId, row_id: pathId })

export const tables = {
  list: endpoint({
    name: 'tables-list',
    method: 'GET',
    path: '/v1/tables',
    summary: 'List built-in tables, newest first',
    scope: 'read',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(table) },
    errors: [],
  }),
  create: endpoint({
    name: 'tables-create',
    method: 'POST',
    path: '/v1/tables',
    summary: 'Create a table',
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
    summary: 'Retrieve a table',
    scope: 'read',
    params: idParams,
    answers: { 200: table },
    errors: ['not_found'],
  }),
  update: endpoint({
    name: 'tables-update',
    method: 'PATCH',
    path: '/v1/tables/:id',
    summary: 'Update a table',
    description:
      'Fields and views that are not in their list are deleted. A field or view keeps its id if the list contains its id or its name. If the kind of a field changes, its values are converted.',
    scope: 'write',
    params: idParams,
    query: z.strictObject({
      misfits: z.enum(invalidValueRules).default('refuse').meta({
        description: 'Whether values that cannot be converted to the new kind reject the change or are emptied',
      }),
    }),
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
    description: 'A table that an action reads, or that fields of other tables link to, is not deleted.',
    scope: 'write',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found', 'conflict'],
  }),
  rows: endpoint({
    name: 'tables-rows',
    method: 'GET',
    path: '/v1/tables/:id/rows',
    summary: 'List rows, in the order of the table or of a view',
    scope: 'read',
    params: idParams,
    query: z.strictObject({
      ...pageQuery,
      skip: wholeNumberText(0, 100_000_000).default(0).meta({
        description: 'Number of rows to skip, to read from the middle of a long table',
      }),
      ...rowQuery,
    }),
    answers: { 200: listOf(row) },
    errors: ['not_found'],
  }),
  countRows: endpoint({
    name: 'tables-count-rows',
    method: 'GET',
    path: '/v1/tables/:id/rows/count',
    summary: 'Count rows',
    scope: 'read',
    params: idParams,
    query: z.strictObject({ view: rowQuery.view, filters: rowQuery.filters, search: rowQuery.search }),
    answers: { 200: z.strictObject({ count: z.int() }) },
    errors: ['not_found'],
  }),
  row: endpoint({
    name: 'tables-row',
    method: 'GET',
    path: '/v1/tables/:id/rows/:row_id',
    summary: 'Retrieve a row',
    scope: 'read',
    params: rowParams,
    answers: { 200: row },
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
    errors: ['not_found', 'conflict'],
  }),
  updateRow: endpoint({
    name: 'tables-update-row',
    method: 'PATCH',
    path: '/v1/tables/:id/rows/:row_id',
    summary: 'Update fields of a row',
    scope: 'write',
    params: rowParams,
    body: z.strictObject({ fields: rowFields }).meta({ id: 'RowUpdate', examples: [{ fields: { Price: 19 } }] }),
    answers: { 200: row },
    errors: ['not_found', 'conflict'],
  }),
  updateRows: endpoint({
    name: 'tables-update-rows',
    method: 'PATCH',
    path: '/v1/tables/:id/rows',
    summary: 'Update fields of many rows',
    description: 'Returns one result per row, in order: an invalid row does not change, the others do.',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({
        rows: z
          .array(z.strictObject({ id: rowId, fields: rowFields }))
          .min(1)
          .max(1000),
      })
      .meta({ id: 'RowsUpdate', examples: [{ rows: [{ id: 'row_01jd3v', fields: { Price: 19 } }] }] }),
    answers: {
      200: z.strictObject({
        results: z.array(z.strictObject({ id: z.string(), row: row.nullable(), errors: mistakes })),
      }),
    },
    errors: ['not_found', 'conflict'],
  }),
  deleteRows: endpoint({
    name: 'tables-delete-rows',
    method: 'POST',
    path: '/v1/tables/:id/rows/delete',
    summary: 'Delete many rows',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({ row_ids: z.array(rowId).min(1).max(1000) })
      .meta({ id: 'RowsDelete', examples: [{ row_ids: ['row_01jd3v'] }] }),
    answers: {
      200: z.strictObject({
        deleted: z.array(z.string()).meta({ description: 'Ids of the deleted rows' }),
        missing: z.array(z.string()).meta({ description: 'Ids that do not exist' }),
      }),
    },
    errors: ['not_found'],
  }),
  restoreRows: endpoint({
    name: 'tables-restore-rows',
    method: 'POST',
    path: '/v1/tables/:id/rows/restore',
    summary: 'Restore deleted rows',
    description:
      'Restores rows with their ids, values and positions. Available for a day, unless a field has changed its kind.',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({ row_ids: z.array(rowId).min(1).max(1000) })
      .meta({ id: 'RowsRestore', examples: [{ row_ids: ['row_01jd3v'] }] }),
    answers: {
      200: z.strictObject({
        restored: z.array(z.string()).meta({ description: 'Ids of the restored rows' }),
        missing: z.array(z.string()).meta({ description: 'Ids of rows that cannot be restored' }),
      }),
    },
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
  export: endpoint({
    name: 'tables-export',
    method: 'GET',
    path: '/v1/tables/:id/export',
    summary: 'Export all rows',
    description:
      'The CSV can be imported again; attachments are exported as their URLs. JSONL has one object per line, with the id of the row.',
    scope: 'read',
    params: idParams,
    query: z.strictObject({
      ...rowQuery,
      format: z.enum(['csv', 'jsonl']).default('csv'),
      formulas: z.enum(['guard', 'keep']).default('guard').meta({
        description:
          '`guard` puts an apostrophe before texts that a spreadsheet would run as a formula; an import removes it',
      }),
    }),
    answers: { 200: { raw: ['text/csv; charset=utf-8', 'application/jsonl'] } },
    headers: { 'Content-Disposition': 'Name of the file' },
    errors: ['not_found'],
  }),
}
