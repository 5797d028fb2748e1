import { z } from 'zod'
import type { TriggerData } from '#core/ports/data/triggers.ts'
import type { Trigger, TriggerCourse } from '#core/trigger/trigger.ts'
import type { Executor } from './database.ts'
import { listPage } from './list-page.ts'
import { json, jsonOrNull } from './parameters.ts'
import { editableResources } from './resources.ts'
import { rowOf, rowsOf } from './statement.ts'
import { waitingCalls } from './waiting-calls.ts'

interface TriggerRow {
  id: string
  action_id: string
  kind: string
  settings: Record<string, unknown>
  active: boolean
  token_hash: string
  sealed_token: string
  sealed_state: string | null
  note: string | null
  next_at: Date | null
  pending: unknown
  fire_at: Date | null
  last_fired_at: Date | null
  last_run_id: string | null
  error: unknown
  revision: number
  created_at: Date
  updated_at: Date
}

const firing = z.object({ recordIds: z.array(z.string()).nullable() }).nullable()
const failure = z.object({ code: z.string(), message: z.string() }).nullable()

const course = {
  sealedState: ['sealed_state', (value: TriggerCourse) => value.sealedState],
  note: ['note', (value: TriggerCourse) => value.note],
  nextAt: ['next_at', (value: TriggerCourse) => value.nextAt],
  pending: ['pending', (value: TriggerCourse) => jsonOrNull(value.pending)],
  fireAt: ['fire_at', (value: TriggerCourse) => value.fireAt],
  lastFiredAt: ['last_fired_at', (value: TriggerCourse) => value.lastFiredAt],
  lastRunId: ['last_run_id', (value: TriggerCourse) => value.lastRunId],
  error: ['error', (value: TriggerCourse) => jsonOrNull(value.error)],
} as const

const saved = {
  id: ({ id }: Trigger) => id,
  action_id: ({ actionId }: Trigger) => actionId,
  kind: ({ kind }: Trigger) => kind,
  settings: ({ settings }: Trigger) => json(settings),
  active: ({ active }: Trigger) => active,
  token_hash: ({ tokenHash }: Trigger) => tokenHash,
  sealed_token: ({ sealedToken }: Trigger) => sealedToken,
  created_at: ({ createdAt }: Trigger) => createdAt,
  updated_at: ({ updatedAt }: Trigger) => updatedAt,
}

const table = {
  name: 'triggers',
  inUse: 'The trigger is in use',
  /** How it fares is for `setCourse` to say: a save must not undo that. */
  columns: saved,
  fromRow: (row: TriggerRow): Trigger => ({
    id: row.id,
    actionId: row.action_id,
    kind: row.kind,
    settings: row.settings,
    active: row.active,
    tokenHash: row.token_hash,
    sealedToken: row.sealed_token,
    sealedState: row.sealed_state,
    note: row.note,
    nextAt: row.next_at,
    pending: firing.parse(row.pending),
    fireAt: row.fire_at,
    lastFiredAt: row.last_fired_at,
    lastRunId: row.last_run_id,
    error: failure.parse(row.error),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }),
}

const overdue = `select id from triggers where active and (next_at < $1 or fire_at < $1) order by id limit 1000`

export function triggerData(executor: Executor): TriggerData {
  const many = async (text: string, parameters: readonly unknown[]) =>
    (await rowsOf<TriggerRow>(executor, text, parameters)).map(table.fromRow)
  const one = async (text: string, parameters: readonly unknown[]) => {
    const row = await rowOf<TriggerRow>(executor, text, parameters)
    return row && table.fromRow(row)
  }
  return {
    ...editableResources<Trigger, TriggerRow>(executor, {
      ...table,
      columns: { ...saved, revision: ({ revision }: Trigger) => revision },
    }),
    list: ({ actionId, ...options }) =>
      listPage<Trigger, TriggerRow>(executor, table, { ...options, where: { action_id: actionId } }),
    calls: waitingCalls(executor, { table: 'trigger_calls', owner: 'trigger_id' }),
    ofAction: (actionId) => many('select * from triggers where action_id = $1 order by id', [actionId]),
    active: (kind) => many('select * from triggers where kind = $1 and active order by id', [kind]),
    findByToken: (tokenHash) => one('select * from triggers where token_hash = $1', [tokenHash]),
    lock: (id) => one('select * from triggers where id = $1 for update', [id]),
    async setCourse(id, change) {
      const all = { ...emptyCourse, ...change }
      const set = Object.entries(course).filter(([key]) => key in change)
      if (set.length === 0) return
      const assignments = set.map(([, [column]], index) => `${column} = $${index + 2}`)
      const values = set.map(([, [, value]]) => value(all))
      await rowsOf(executor, `update triggers set ${assignments.join(', ')} where id = $1`, [id, ...values])
    },
    async overdue(before) {
      return (await rowsOf<{ id: string }>(executor, overdue, [before])).map(({ id }) => id)
    },
  }
}

const emptyCourse: TriggerCourse = {
  sealedState: null,
  note: null,
  nextAt: null,
  pending: null,
  fireAt: null,
  lastFiredAt: null,
  lastRunId: null,
  error: null,
}
