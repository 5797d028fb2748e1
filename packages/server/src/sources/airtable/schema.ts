import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Field, TableRef } from '#core/ports/source.ts'
import { listed } from '#core/words.ts'
import { createCircleCheck } from '#sources/hosted/fitting-page.ts'
import type { AirtableApi } from './api.ts'
import { readFieldFormat } from './field-format.ts'
import { fieldType, isComputed, kindOf, linkedTableOf } from './field-kinds.ts'
import { refusalIn } from './refusal.ts'

const table = z.object({
  id: z.string(),
  name: z.string(),
  primaryFieldId: z.string(),
  fields: z.array(z.object({ id: z.string(), name: z.string() }).and(fieldType)),
  views: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })),
})

export type AirtableTable = z.output<typeof table>
export type AirtableField = AirtableTable['fields'][number]

const tables = z.object({ tables: z.array(table) })
const bases = z.object({
  bases: z.array(z.object({ id: z.string(), name: z.string(), permissionLevel: z.string().optional() })),
  offset: z.string().optional(),
})

export type AirtableBase = z.output<typeof bases>['bases'][number]

/** What was asked a moment ago is not asked again: finding a listing takes one call, and no run works on an old schema. */
const freshForMs = 10_000

const baseGone = (baseId: string, cause: unknown) =>
  new AppError(
    'source_not_found',
    `The token has no access to the base ${baseId}, or the base was deleted. Add the base to the token at airtable.com/create/tokens, or choose another base.`,
    { cause },
  )

/** The tables, fields and views of bases, one call for each base. */
export interface Schema {
  bases(): Promise<AirtableBase[]>
  /** In one call: undefined when it is not among the first thousand. */
  base(baseId: string): Promise<AirtableBase | undefined>
  /** @throws AppError `source_not_found` when the token does not reach the base */
  tables(baseId: string): Promise<AirtableTable[]>
  /** @throws AppError `source_not_found` naming the tables there are */
  table(ref: TableRef): Promise<AirtableTable>
  /** What is asked next is asked anew. */
  forget(baseId: string): void
}

export function createSchema({ call }: AirtableApi): Schema {
  const known = new Map<string, { untilMs: number; tables: Promise<AirtableTable[]> }>()

  async function readTables(baseId: string): Promise<AirtableTable[]> {
    const path = `/v0/meta/bases/${encodeURIComponent(baseId)}/tables`
    try {
      return (await call({ method: 'GET', path, baseId, answer: tables, isRead: true })).tables
    } catch (error) {
      throw refusalIn(error)?.status === 404 ? baseGone(baseId, error) : error
    }
  }

  async function tablesOf(baseId: string): Promise<AirtableTable[]> {
    const last = known.get(baseId)
    if (last !== undefined && performance.now() < last.untilMs) return last.tables
    const asked = readTables(baseId)
    known.set(baseId, { untilMs: performance.now() + freshForMs, tables: asked })
    try {
      return await asked
    } catch (error) {
      known.delete(baseId)
      throw error
    }
  }

  function readBases(offset?: string) {
    const query = offset === undefined ? '' : `?offset=${encodeURIComponent(offset)}`
    return call({ method: 'GET', path: `/v0/meta/bases${query}`, baseId: null, answer: bases, isRead: true })
  }

  return {
    tables: tablesOf,
    async bases() {
      const found: AirtableBase[] = []
      const checkCircle = createCircleCheck('Airtable')
      let offset: string | undefined
      do {
        const answer = await readBases(offset)
        found.push(...answer.bases)
        offset = answer.offset
        checkCircle(offset, answer.bases)
      } while (offset !== undefined)
      return found
    },
    base: async (baseId) => (await readBases()).bases.find(({ id }) => id === baseId),
    async table({ baseId, tableId }) {
      const all = await tablesOf(baseId)
      const found = all.find(({ id }) => id === tableId)
      if (found !== undefined) return found
      throw new AppError(
        'source_not_found',
        `The table ${tableId} is no longer in the base. Choose another table in the action. There are: ${listed(all.map(({ name }) => name))}.`,
      )
    },
    forget: (baseId) => void known.delete(baseId),
  }
}

/** The fields as everybody knows them. */
export function fieldsOf(baseId: string, { fields, primaryFieldId }: AirtableTable): Field[] {
  return fields.map((field) => {
    const tableId = linkedTableOf(field)
    return {
      id: field.id,
      name: field.name,
      kind: kindOf(field),
      computed: isComputed(field),
      primary: field.id === primaryFieldId,
      format: readFieldFormat(field),
      ...(tableId !== undefined && { link: { table: { baseId, tableId } } }),
    }
  })
}

/** @throws AppError `source_not_found` naming the views there are */
export function checkView({ name, views }: AirtableTable, viewId: string | null): void {
  if (viewId === null || views.some(({ id }) => id === viewId)) return
  throw new AppError(
    'source_not_found',
    `The view ${viewId} is no longer in the table "${name}". Choose another view in the action, or none. There are: ${listed(views.map((view) => view.name))}.`,
  )
}

/** @throws AppError `source_not_found` naming the fields there are */
export function checkField({ name, fields }: AirtableTable, idOrName: string): void {
  if (fields.some((field) => field.id === idOrName || field.name === idOrName)) return
  throw new AppError(
    'source_not_found',
    `The field ${idOrName} is no longer in the table "${name}". Choose another field in the action, or restore the field. There are: ${listed(fields.map((field) => field.name))}.`,
  )
}
