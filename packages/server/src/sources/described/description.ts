import { fieldKinds } from '@pictable/model/field'
import { z } from 'zod'
import { settingDescription } from './described-settings.ts'
import { formatRule } from './field-format.ts'
import { conditions, errorWord, parameters, path, pick, type scalar, text } from './notation-schema.ts'

const method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

const request = {
  path: z
    .string()
    .regex(/^\/(?!\/)[^?#\\]*$/, 'must begin with one slash and have no query: put parameters into "query"')
    .max(500)
    .meta({ description: 'Below the URL of the product, with placeholders such as {table}' }),
  query: parameters.default({}),
  errors: z.array(errorWord).max(50).default([]).meta({ description: 'Errors of this request, before those of all' }),
}

const reading = {
  ...request,
  method: z.enum(['GET', 'POST']).default('GET'),
  body: parameters.optional().meta({ description: 'Members of the JSON body of a POST' }),
}

const list = path
  .default('')
  .meta({ description: 'Where the list is in the response. Default: the response is the list' })

const listing = z.strictObject({
  ...reading,
  list,
  id: path,
  name: pick,
  where: conditions.default([]).meta({ description: 'Leave out the entries that do not fit all of these' }),
})

const pageSize = z.int().min(1).max(5000)

const pages = z
  .discriminatedUnion('by', [
    z.strictObject({
      by: z.literal('number'),
      page: text,
      size: text,
      max: pageSize,
      first: z.int().min(0).max(1).default(1),
      next: path.optional(),
      past_end: text.optional().meta({ description: 'Code of the error for a page behind the last one' }),
    }),
    z.strictObject({
      by: z.literal('offset'),
      offset: text,
      size: text,
      max: pageSize,
      next: path.optional(),
      total: path.optional(),
    }),
    z.strictObject({ by: z.literal('cursor'), cursor: text, size: text.optional(), max: pageSize, next: path }),
    z.strictObject({ by: z.literal('url'), size: text.optional(), max: pageSize, next: path }),
    z.strictObject({ by: z.literal('none'), max: z.int().min(1).max(1_000_000) }),
  ])
  .meta({
    description:
      'How the list continues. "next": where the response says that there is more; "total": where it counts the records. Without both, Pictable reads until a page is empty',
  })

const fileParts = {
  id: path.optional(),
  url: pick.optional(),
  filename: pick.optional(),
  content_type: path.optional(),
  size: path.optional(),
}

const kindRule = z.strictObject({
  types: z
    .array(z.string().max(100))
    .min(1)
    .max(50)
    .meta({ description: 'Types of a field, as the product names them' }),
  when: conditions.default([]),
  kind: z.enum(fieldKinds),
  write: z
    .enum([
      'text',
      'number',
      'date',
      'date_time',
      'local_date_time',
      'time',
      'checkbox',
      'choice',
      'choices',
      'json',
      'files',
    ])
    .optional()
    .meta({ description: 'How values are written. Default: fields of this kind are only read' }),
  value: path.optional().meta({ description: 'Where the value is in the cell, or in each entry of the cell' }),
  label: pick.optional().meta({ description: 'Of a user or link: the text that is shown' }),
  choices: path.optional().meta({ description: 'Where the options are in the description of the field' }),
  ask: z.array(text).max(10).optional().meta({ description: 'What {fields} asks for instead of the field' }),
  ...fileParts,
})

const fields = z.strictObject({
  ...reading,
  list,
  id: path,
  name: pick,
  type: path,
  where: conditions.default([]),
  primary: conditions
    .optional()
    .meta({ description: 'The field by which people know a record. Default: the first text' }),
  key: conditions.optional().meta({ description: 'The field that has the id of a record: {key} in other places' }),
  read_only: z
    .array(conditions)
    .max(20)
    .default([])
    .meta({ description: 'A field that fits one of these is only read' }),
  required: conditions.optional(),
  max_length: path.optional(),
  linked_table: path
    .optional()
    .meta({ description: 'Where the id of the table is whose records a link or a foreign key names' }),
})

const records = z.strictObject({
  ...reading,
  list,
  id: path,
  ids: z.enum(['text', 'whole_number']).optional().meta({ description: 'Default: as the key field, or text' }),
  id_prefix: text.optional().meta({ description: 'What every id begins with: others are asked for in no request' }),
  cells: path.default('').meta({ description: 'Where the cells are in a record. Default: beside its id' }),
  cell: text.default('{field}').meta({ description: 'The name of a cell, made of the id of its field' }),
  in_view: parameters.default({}).meta({ description: 'Added to the query for a view' }),
  without_view: parameters.default({}),
  most_fields: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'The maximum number of cells in `{fields}`. If more are needed, all are read' }),
  pages,
})

const byIds = z.strictObject({
  ...reading,
  list: path.optional().meta({ description: 'Default: the response is the one record with {id}' }),
  max: z.int().min(1).max(1000),
})

const write = z.strictObject({
  ...request,
  method: z.enum(['PATCH', 'PUT', 'POST']),
  max: z.int().min(1).max(1000).meta({ description: 'Records in one request. It must write all of them or none' }),
  list: text
    .optional()
    .meta({ description: 'The member of the body that has the records. Default: the body is the list' }),
  id: text.optional().meta({ description: 'The member of a record that has its id. Default: {id} is in the path' }),
  cells: text.optional().meta({ description: 'The member of a record that has its cells. Default: beside its id' }),
  body: parameters.default({}).meta({ description: 'Other members of the body' }),
  written: z
    .strictObject({ list, id: path })
    .optional()
    .meta({ description: 'Where the response lists the records that were written. Others were deleted' }),
  check: z
    .strictObject({
      ...request,
      method: method.default('GET'),
      body: parameters.optional(),
      where: conditions.default([]),
      passes: z.array(text).max(10).default([]).meta({ description: 'Codes of errors that prove the permission' }),
    })
    .optional()
    .meta({ description: 'A request that tells whether the credentials may write, and changes nothing' }),
})

const stored = z
  .record(text, pick)
  .meta({ description: 'What is written into the cell: members, picked from the stored file' })

const files = z.strictObject({
  max_mb: z.number().positive().max(100),
  upload: z.strictObject({ ...request, form: text, answer: path.default('') }).optional(),
  by_url: z.strictObject({ ...request, body: parameters, answer: path.default('') }).optional(),
  added: stored,
  kept: stored,
})

/** A table product as data: what `described-source.ts` needs to read and write its tables. */
export const descriptionSchema = z.strictObject({
  $schema: z.string().optional(),
  kind: z
    .string()
    .regex(
      /^[a-z][a-z0-9_]{1,39}$/,
      'must be 2 to 40 lower-case letters, digits and underscores, beginning with a letter',
    ),
  title: z.string().trim().min(1).max(60),
  summary: z.string().trim().min(1).max(300),
  verification: z.string().trim().min(1).max(500).meta({ description: 'How this description was tested' }),
  settings: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), settingDescription),
  headers: z
    .record(z.string().regex(/^[a-z][a-z0-9-]*$/, 'must be in lower case'), text)
    .default({})
    .meta({ description: 'Headers of every request, with placeholders for settings' }),
  limits: z.strictObject({
    per_second: z.number().positive().max(1000),
    at_once: z.int().min(1).max(20),
    pause_seconds: z.number().positive().max(3600).default(5),
    response_mb: z.int().min(1).max(64).default(20),
  }),
  account: z.strictObject({ ...reading, names: z.array(path).min(1).max(5) }).optional(),
  bases: z.union([z.strictObject({ fixed: z.strictObject({ id: text, name: text }) }), listing]),
  tables: listing,
  views: listing.optional(),
  fields,
  kinds: z.array(kindRule).min(1).max(100),
  formats: z.array(formatRule).max(100).default([]).meta({
    description: 'How the product shows the values of a field. The first rule that fits counts',
  }),
  records,
  by_ids: byIds,
  write: write.optional(),
  files: files.optional(),
  error: z.strictObject({ code: path.optional(), message: path.optional() }).meta({
    description: 'Where an error has its code and its text. A response with neither comes from another product',
  }),
  errors: z.array(errorWord).max(100).default([]),
})

export type Description = z.output<typeof descriptionSchema>
export type KindRule = z.output<typeof kindRule>
export type Scalar = z.output<typeof scalar>
export type Reading = Pick<Description['tables'], 'path' | 'query' | 'errors' | 'method' | 'body'>
