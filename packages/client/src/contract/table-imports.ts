import { importStates, mistakeRules } from '@pictable/model/table'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { failure, idParams, listOf, pageQuery, time } from './primitives.ts'
import { name, table } from './tables.ts'

const importCounts = {
  added: z.int().meta({ description: 'Rows added' }),
  updated: z.int().meta({ description: 'Rows with an existing key and different values' }),
  unchanged: z.int().meta({ description: 'Rows with an existing key and the same values' }),
  removed: z.int().meta({ description: 'Rows that were removed' }),
  skipped: z.int().meta({ description: 'Rows that were left out because of errors' }),
  skipped_rows: z
    .array(z.strictObject({ line: z.int(), reason: z.string() }))
    .meta({ description: 'The first hundred skipped rows, by line of the file' }),
  emptied_cells: z.int().meta({ description: 'Cells that contained an error such as #REF! and are now empty' }),
  sheet: z.string().nullable().meta({ description: 'The imported sheet; null for CSV' }),
  sheets: z.array(z.string()).meta({ description: 'All sheets of the workbook' }),
}

const imported = z.strictObject({ table, ...importCounts }).meta({ id: 'TableImport' })

const importProgress = z
  .strictObject({
    id: z.string(),
    state: z.enum(importStates),
    table_id: z.string().meta({ description: 'A new table exists once the import is completed' }),
    table_name: z.string().meta({ description: 'Name of the table when the import was started' }),
    rows: z.int().meta({ description: 'Rows in the file' }),
    done: z.int().meta({ description: 'Rows that are imported or skipped' }),
    result: z.strictObject(importCounts).nullable().meta({ description: 'null until the import is completed' }),
    error: z
      .strictObject({ ...failure.shape, errors: z.array(z.strictObject({ pointer: z.string(), detail: z.string() })) })
      .nullable()
      .meta({
        description:
          'Why the import failed. It added and removed no rows; rows that it had already updated stay updated',
      }),
    created_at: time,
    finished_at: time.nullable(),
  })
  .meta({ id: 'TableImportProgress' })

const largeFiles =
  'A file with more than 50,000 rows is imported after the response: a 202 with the progress of the import, which `Location` links to. It finishes without the client'

const tableFile = {
  raw: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/octet-stream'],
} as const

const importQuery = {
  sheet: z.string().min(1).max(100).exactOptional().meta({
    description: 'Name or number of the sheet of a workbook. Default: the first sheet',
  }),
  mistakes: z.enum(mistakeRules).default('refuse').meta({
    description: 'Whether errors in rows reject the whole file, or only leave out these rows',
  }),
}

/** Files whose rows are added to built-in tables. */
export const tableImports = {
  importNew: endpoint({
    name: 'tables-import-new',
    method: 'POST',
    path: '/v1/tables/import',
    summary: 'Create a table from a CSV file or an Excel workbook',
    description: `The file type is detected from the bytes, not from the Content-Type. The first row names the fields; their kinds are detected. ${largeFiles}.`,
    scope: 'write',
    query: z.strictObject({ name, ...importQuery }),
    body: tableFile,
    answers: { 201: imported, 202: importProgress },
    headers: { Location: 'The new table, or the progress of the import' },
    errors: [],
  }),
  importInto: endpoint({
    name: 'tables-import-into',
    method: 'POST',
    path: '/v1/tables/:id/import',
    summary: 'Import a CSV file or an Excel workbook into a table',
    description: `New rows become visible together. Fields without a column in the file do not change; an empty cell empties its field. ${largeFiles}.`,
    scope: 'write',
    params: idParams,
    query: z.strictObject({
      ...importQuery,
      mode: z.enum(['append', 'replace', 'upsert']).default('append').meta({
        description:
          '`append` adds all rows; `upsert` updates rows with an existing key; `replace` removes rows that are not in the file',
      }),
      key: name
        .exactOptional()
        .meta({ description: 'The field that identifies rows. Rows with the same value keep their ids' }),
    }),
    body: tableFile,
    answers: { 200: imported, 202: importProgress },
    headers: { Location: 'The progress of the import, with a 202' },
    errors: ['not_found', 'conflict'],
  }),
  listImports: endpoint({
    name: 'tables-list-imports',
    method: 'GET',
    path: '/v1/tables/imports',
    summary: 'List imports of large files',
    description: 'Newest first. Imports are deleted a week after they were started.',
    scope: 'read',
    query: z.strictObject(pageQuery),
    answers: { 200: listOf(importProgress) },
    errors: [],
  }),
  getImport: endpoint({
    name: 'tables-get-import',
    method: 'GET',
    path: '/v1/tables/imports/:id',
    summary: 'Retrieve the progress of an import of a large file',
    scope: 'read',
    params: idParams,
    answers: { 200: importProgress },
    errors: ['not_found'],
  }),
}
