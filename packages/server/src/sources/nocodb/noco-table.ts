import type { FieldKind } from '@pictable/model/field'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Field, TableRef, View } from '#core/ports/source.ts'
import { listed } from '#core/words.ts'
import { columnMetaShape, readFieldFormat } from './field-format.ts'
import { type NocoKind, neverAnswered, nocoKindOf } from './field-kind.ts'
import type { NocoApi } from './nocodb-api.ts'

export interface NocoField extends Field {
  /** What NocoDB calls its type. */
  uidt: string
  writes: NocoKind['writes']
  /** What may be chosen in a select field. */
  choices: readonly string[]
  /** Of its column in the database, in characters; null where it has none that NocoDB tells. */
  maxLength: number | null
  isRequired: boolean
}

/** A table as it is right now. */
export interface NocoTable {
  ref: TableRef
  name: string
  /** The database that holds it, when NocoDB says so. */
  sourceId: string | null
  fields: readonly NocoField[]
  views: readonly View[]
  /** The field that holds the ids of records, and whether they are whole numbers. */
  key: { id: string; name: string; isNumber: boolean } | null
}

const flag = z.unknown().transform((value) => value === true || value === 1)

/** NocoDB keeps it as an object, and on some databases as text. */
const meta = z
  .preprocess(
    (meta) => {
      if (typeof meta !== 'string') return meta
      try {
        return JSON.parse(meta)
      } catch {
        return null
      }
    },
    z.looseObject({ richMode: flag.optional(), ...columnMetaShape }),
  )
  .catch({})

const columnSchema = z.object({
  id: z.string(),
  title: z.string(),
  uidt: z.string(),
  pk: flag,
  pv: flag,
  system: flag,
  rqd: flag.optional(),
  dt: z.string().nullish().catch(null),
  dtxp: z.union([z.string(), z.number()]).nullish().catch(null),
  meta,
  colOptions: z
    .object({
      options: z.array(z.object({ title: z.string() })).catch([]),
      fk_related_model_id: z.string().nullish().catch(null),
      fk_related_base_id: z.string().nullish().catch(null),
      parsed_tree: z.object({ dataType: z.string().catch('') }).catch({ dataType: '' }),
    })
    .catch({ options: [], parsed_tree: { dataType: '' } }),
})

type Column = z.infer<typeof columnSchema>

const formView = 1

const tableSchema = z.object({
  title: z.string(),
  base_id: z.string(),
  source_id: z.string().nullish().catch(null),
  views: z.array(z.object({ id: z.string(), title: z.string(), type: z.number().catch(0) })).catch([]),
  columns: z.array(columnSchema),
})

const whole: ReadonlySet<string> = new Set(['ID', 'AutoNumber', 'Number'])

/** NocoDB keeps the length as text, and for other types something else there. */
function maxLengthOf({ dt, dtxp }: Column): number | null {
  const length = /char/i.test(dt ?? '') ? Number(dtxp ?? 0) : 0
  return Number.isSafeInteger(length) && length > 0 ? length : null
}

/** The table whose records a field links to. */
function linkOf({ colOptions }: Column, kind: FieldKind, { baseId }: TableRef): Pick<Field, 'link'> {
  const { fk_related_model_id: tableId, fk_related_base_id: otherBaseId } = colOptions
  return kind === 'link' && tableId ? { link: { table: { baseId: otherBaseId ?? baseId, tableId } } } : {}
}

function fieldOf(column: Column, ref: TableRef): NocoField {
  const { id, title, uidt, pv, rqd, colOptions } = column
  const {
    kind,
    writes,
    computed = false,
  } = nocoKindOf(uidt, {
    isRichText: column.meta.richMode === true,
    formula: colOptions.parsed_tree.dataType,
  })
  const choices = colOptions.options.map((option) => option.title)
  const limits = { maxLength: maxLengthOf(column), isRequired: rqd === true }
  return {
    id,
    name: title,
    kind,
    computed,
    primary: pv,
    format: readFieldFormat(column),
    uidt,
    writes,
    choices,
    ...limits,
    ...linkOf(column, kind, ref),
  }
}

function keyOf(columns: readonly Column[]): NocoTable['key'] {
  const [key, second] = columns.filter(({ pk }) => pk)
  return key === undefined || second !== undefined
    ? null
    : { id: key.id, name: key.title, isNumber: whole.has(key.uidt) }
}

/**
 * Reads what a table consists of. Version 2 of the API tells more here than version 3: the field that holds the ids, and
 * what formulas give.
 * @throws AppError `source_not_found`
 */
export async function readTable(api: Pick<NocoApi, 'get'>, ref: TableRef, signal?: AbortSignal): Promise<NocoTable> {
  const path = `/api/v2/meta/tables/${encodeURIComponent(ref.tableId)}`
  const { title, base_id, source_id = null, views, columns } = await api.get(path, { answer: tableSchema, signal })
  if (base_id !== ref.baseId) {
    const message = `The table "${title}" is not in the base ${ref.baseId}. Choose base and table again in the action.`
    throw new AppError('source_not_found', message)
  }
  const shown = columns.filter(({ system, uidt, pk }) => (!system || pk) && !neverAnswered.has(uidt))
  return {
    ref,
    name: title,
    sourceId: source_id,
    fields: shown.map((column) => fieldOf(column, ref)),
    views: views.filter(({ type }) => type !== formView).map((view) => ({ id: view.id, name: view.title })),
    key: keyOf(columns),
  }
}

/** @throws AppError `source_invalid` for a table whose records cannot be told apart by one field */
export function keyIn({ key, name }: NocoTable): NonNullable<NocoTable['key']> {
  if (key !== null) return key
  const message = `The table "${name}" has no primary key of one field, which Pictable needs to identify records. Add one in the database.`
  throw new AppError('source_invalid', message)
}

/** People do not know a field by its id: what there is tells them which is missing. */
export const fieldGone = ({ name, fields }: NocoTable, fieldId: string): string =>
  `The field ${fieldId} is no longer in the table "${name}". Choose another field in the action, or restore the field. There are: ${listed(fields.map((field) => field.name))}.`
