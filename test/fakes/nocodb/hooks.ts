import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { answeredCell } from './cells.ts'
import { type FakeRecord, type FakeTable, type FakeWorld, refuse, tableById } from './model.ts'
import type { FakeRequest } from './route.ts'

const hookSchema = z.looseObject({
  title: z.string(),
  operation: z.array(z.string()),
  active: z.boolean().default(true),
  version: z.literal('v3'),
  trigger_field: z.boolean().default(false),
  trigger_fields: z.array(z.string()).default([]),
  notification: z.object({
    type: z.literal('URL'),
    payload: z.object({
      method: z.literal('POST'),
      path: z.string(),
      body: z.literal('{{ json event }}'),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  }),
})

export function listHooks(world: FakeWorld, { params }: FakeRequest): unknown {
  return { list: tableById(world, params.table ?? '', 2).hooks.map(({ raw }) => raw) }
}

export function addHook(world: FakeWorld, { params, body }: FakeRequest): unknown {
  const table = tableById(world, params.table ?? '', 2)
  const { title, operation, active, notification, trigger_field, trigger_fields } = hookSchema.parse(body)
  const id = world.newId('hk')
  const raw = { id, base_id: table.baseId, fk_model_id: table.id, title, operation, active: active ? 1 : 0 }
  const fields = trigger_field ? trigger_fields : null
  table.hooks.push({ id, active, operation, ...notification.payload, fields, raw })
  return raw
}

export function removeHook(world: FakeWorld, { params }: FakeRequest): unknown {
  for (const { tables } of world.bases) {
    for (const { hooks } of tables) {
      const index = hooks.findIndex(({ id }) => id === params.hook)
      if (index < 0) continue
      hooks.splice(index, 1)
      return true
    }
  }
  const code = params.hook?.startsWith('hk') ? 'ERR_HOOK_NOT_FOUND' : 'ERR_GENERIC_NOT_FOUND'
  throw refuse(404, code, `Hook '${params.hook}' not found`)
}

/** Rows of hooks are keyed by name, the id among them, and have ticks as 0 and 1. */
function rowOf(world: FakeWorld, table: FakeTable, record: FakeRecord): Record<string, unknown> {
  const cells = table.fields.map((field) => {
    if (field.type === 'ID') return [field.title, record.id]
    const value = answeredCell(world, table, { record, field, linksAsLtar: false })
    return [field.title, typeof value === 'boolean' ? Number(value) : value]
  })
  return { CreatedAt: record.createdAt, UpdatedAt: record.updatedAt, ...Object.fromEntries(cells) }
}

interface RowEvent {
  operation: 'insert' | 'update'
  records: readonly FakeRecord[]
  before?: readonly FakeRecord[]
  /** Ids of the fields that were written; null = all. */
  written: ReadonlySet<string> | null
}

/** One delivery for each write, the token's own among them. */
export function deliver(world: FakeWorld, table: FakeTable, { operation, records, before, written }: RowEvent): void {
  for (const hook of table.hooks) {
    const isMeant = hook.fields === null || written === null || hook.fields.some((id) => written.has(id))
    if (!hook.active || !hook.operation.includes(operation) || !isMeant) continue
    const rows = (some: readonly FakeRecord[]) => some.map((record) => rowOf(world, table, record))
    const body = JSON.stringify({
      type: `records.after.${operation}`,
      id: randomUUID(),
      base_id: table.baseId,
      version: 'v3',
      data: {
        table_id: table.id,
        table_name: table.title,
        ...(before === undefined ? {} : { previous_rows: rows(before) }),
        rows: rows(records),
      },
    })
    const headers = Object.fromEntries(hook.headers.map(({ name, value }) => [name, value]))
    const delivery = fetch(hook.path, { method: 'POST', headers, body }).catch(() => {})
    world.underWay.add(delivery)
    void delivery.finally(() => world.underWay.delete(delivery))
  }
}
