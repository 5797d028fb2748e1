import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldKind, idParams, jsonObject, listOf, pageQuery, pathId, time, wholeNumberText } from './primitives.ts'

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

const keptId = z.string().exactOptional().meta({
  description: 'Of one that is there: give it to rename or change it. Without it, one of the same name is meant',
})

const fields = z
  .array(z.strictObject({ id: keptId, name, kind: plainKind }))
  .min(1)
  .max(200)
  .meta({ description: 'The first one is what people know a row by' })

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
    fields: jsonObject.meta({ description: 'By name of the field; empty ones are left out' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Row' })

const rowFields = jsonObject.meta({ description: 'By name or id of the field' })

const imported = z
  .strictObject({
    table,
    added: z.int().meta({ description: 'Rows added' }),
    updated: z.int().meta({ description: 'Rows whose key was there, with other values' }),
    unchanged: z.int().meta({ description: 'Rows whose key was there, with the same values' }),
    removed: z.int().meta({ description: 'Rows that were replaced' }),
    skipped: z.int().meta({ description: 'Rows left out because of mistakes' }),
    skipped_rows: z
      .array(z.strictObject({ line: z.int(), reason: z.string() }))
      .meta({ description: 'The first hundred of them, by their line in the file' }),
    emptied_cells: z.int().meta({ description: 'Cells that held an error such as #REF!: they are empty now' }),
    sheet: z.string().nullable().meta({ description: 'The sheet that was read; null for CSV' }),
    sheets: z.array(z.string()).meta({ description: 'All sheets of the workbook' }),
  })
  .meta({ id: 'TableImport' })

const tableFile = {
  raw: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/octet-stream'],
} as const

const importQuery = {
  sheet: z.string().min(1).max(100).exactOptional().meta({
    description: 'Name or number of the sheet of a workbook; the first one otherwise',
  }),
  mistakes: z.enum(['refuse', 'skip']).default('refuse').meta({
    description: 'Whether rows with mistakes refuse the whole file, or are left out and listed',
  }),
}

const rowQuery = {
  view: name.exactOptional().meta({ description: 'Id or name' }),
  filters: z
    .string()
    .max(8000)
    .exactOptional()
    .meta({
      description: 'JSON, as the filters of a view; a row passes when it passes those of the view too',
      examples: ['[{"field":"Price","operator":"greater","value":9}]'],
    }),
  sort: z
    .string()
    .max(201)
    .exactOptional()
    .meta({ description: 'Name of a field, with - in front from large to small; instead of the sort of the view' }),
  search: z.string().min(1).max(200).exactOptional().meta({ description: 'Only rows that hold this text somewhere' }),
}

const rowId = z.string().min(1).max(64)

const mistakes = z
  .array(z.strictObject({ pointer: z.string(), detail: z.string() }))
  .meta({ description: 'Why the row stayed as it was; empty when it did not' })

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
    description:
      'Fields and views that are not in their list go. A field or view keeps its id when its id or its name is given. Values of a field whose kind changes are converted.',
    scope: 'write',
    params: idParams,
    query: z.strictObject({
      misfits: z.enum(['refuse', 'empty']).default('refuse').meta({
        description: 'What becomes of values that the new kind of a field cannot hold',
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
    query: z.strictObject({
      ...pageQuery,
      skip: wholeNumberText(0, 100_000_000).default(0).meta({
        description: 'So many rows are left out at the beginning: for reading from the middle of a long table',
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
    summary: 'How many rows there are',
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
    summary: 'One row',
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
  updateRows: endpoint({
    name: 'tables-update-rows',
    method: 'PATCH',
    path: '/v1/tables/:id/rows',
    summary: 'Set fields of many rows',
    description: 'One result for each, in order: a row with a mistake stays as it was, the others are changed.',
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
    errors: ['not_found'],
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
        deleted: z.array(z.string()).meta({ description: 'Ids of the rows that were there' }),
        missing: z.array(z.string()).meta({ description: 'Ids that no row has' }),
      }),
    },
    errors: ['not_found'],
  }),
  restoreRows: endpoint({
    name: 'tables-restore-rows',
    method: 'POST',
    path: '/v1/tables/:id/rows/restore',
    summary: 'Bring deleted rows back',
    description:
      'As they were and where they stood, under their ids. For a day after they were deleted, unless a field has got another kind since.',
    scope: 'write',
    params: idParams,
    body: z
      .strictObject({ row_ids: z.array(rowId).min(1).max(1000) })
      .meta({ id: 'RowsRestore', examples: [{ row_ids: ['row_01jd3v'] }] }),
    answers: {
      200: z.strictObject({
        restored: z.array(z.string()).meta({ description: 'Ids of the rows that are back' }),
        missing: z.array(z.string()).meta({ description: 'Ids of rows that cannot be brought back' }),
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
    summary: 'All rows as a file',
    description:
      'CSV can be imported again; attachments are their addresses. JSONL has one object in each line, with the id of the row.',
    scope: 'read',
    params: idParams,
    query: z.strictObject({
      ...rowQuery,
      format: z.enum(['csv', 'jsonl']).default('csv'),
      formulas: z.enum(['guard', 'keep']).default('guard').meta({
        description:
          'guard puts an apostrophe in front of texts that a spreadsheet would run as a formula; an import takes it away again',
      }),
    }),
    answers: { 200: { raw: ['text/csv; charset=utf-8', 'application/jsonl'] } },
    headers: { 'Content-Disposition': 'A name for the file' },
    errors: ['not_found'],
  }),
  importNew: endpoint({
    name: 'tables-import-new',
    method: 'POST',
    path: '/v1/tables/import',
    summary: 'A new table from a CSV file or an Excel workbook',
    description:
      'The file is known by its bytes, whatever its Content-Type says. Its first row names the fields; their kinds are guessed.',
    scope: 'write',
    query: z.strictObject({ name, ...importQuery }),
    body: tableFile,
    answers: { 201: imported },
    headers: { Location: 'The new table' },
    errors: [],
  }),
  importInto: endpoint({
    name: 'tables-import-into',
    method: 'POST',
    path: '/v1/tables/:id/import',
    summary: 'Bring the rows of a CSV file or an Excel workbook into a table',
    description:
      'New rows are seen all at once. Fields that the file has no column for stay as they are; an empty cell empties its field.',
    scope: 'write',
    params: idParams,
    query: z.strictObject({
      ...importQuery,
      mode: z.enum(['append', 'replace', 'upsert']).default('append').meta({
        description:
          'append adds all rows; upsert changes those whose key is there; replace removes what is not in the file',
      }),
      key: name.exactOptional().meta({ description: 'The field that tells rows apart: they keep their ids' }),
    }),
    body: tableFile,
    answers: { 200: imported },
    errors: ['not_found', 'conflict'],
  }),
}
