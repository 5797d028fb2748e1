import { z } from 'zod'
import type { TriggerData } from '#core/ports/data/triggers.ts'
import type { Trigger, TriggerCourse } from '#core/trigger/trigger.ts'
import { type Columns, jsonb, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { listPage } from '#database/list-page.ts'
import { type EditableTable, editableResources } from '#database/resources.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { waitingCalls } from './waiting-calls.ts'

const firing = z.object({ recordIds: z.array(z.string()).nullable() }).nullable()
const failure = z.object({ code: z.string(), message: z.string() }).nullable()

/** How it fares is for `setCourse` to say: a save must not undo that. */
const course = {
  sealedState: plain,
  note: plain,
  nextAt: plain,
  pending: jsonb(firing),
  fireAt: plain,
  lastFiredAt: plain,
  lastRunId: plain,
  error: jsonb(failure),
} satisfies Columns<TriggerCourse>

const table: EditableTable<Trigger> = {
  name: 'triggers',
  inUse: 'The trigger is in use',
  unwritten: ['sealedState', 'note', 'nextAt', 'pending', 'fireAt', 'lastFiredAt', 'lastRunId', 'error'],
  ...mapperOf<Trigger>({
    id: plain,
    actionId: plain,
    kind: plain,
    settings: jsonb(),
    active: plain,
    tokenHash: plain,
    sealedToken: plain,
    ...course,
    revision: plain,
    createdAt: plain,
    updatedAt: plain,
  }),
}

const courseColumns = mapperOf<TriggerCourse>(course).columns

const overdue = `select id from triggers where active and (next_at < $1 or fire_at < $1) order by id limit 1000`

const onOwnTable = `
select t.id from actions a join connections c on c.id = a.connection_id join triggers t on t.action_id = a.id
where c.source = 'table' and a.table_id = $1 and t.active and t.kind = $2 order by t.id`

export function triggerData(executor: Executor): TriggerData {
  const many = async (text: string, parameters: readonly unknown[]) =>
    (await rowsOf<object>(executor, text, parameters)).map(table.fromRow)
  const one = async (text: string, parameters: readonly unknown[]) => {
    const row = await rowOf<object>(executor, text, parameters)
    return row && table.fromRow(row)
  }
  return {
    ...editableResources(executor, table),
    list: ({ actionId, ...options }) => listPage(executor, table, { ...options, where: { action_id: actionId } }),
    calls: waitingCalls(executor, { table: 'trigger_calls', owner: 'trigger_id' }),
    ofAction: (actionId) => many('select * from triggers where action_id = $1 order by id', [actionId]),
    async onOwnTable(tableId, kind) {
      return (await rowsOf<{ id: string }>(executor, onOwnTable, [tableId, kind])).map(({ id }) => id)
    },
    active: (kind) => many('select * from triggers where kind = $1 and active order by id', [kind]),
    findByToken: (tokenHash) => one('select * from triggers where token_hash = $1', [tokenHash]),
    lock: (id) => one('select * from triggers where id = $1 for update', [id]),
    async setCourse(id, change) {
      const changes = courseColumns.filter(({ property }) => property in change)
      if (changes.length === 0) return
      const assignments = changes.map(({ name }, index) => `${name} = $${index + 2}`)
      const values = changes.map(({ property, store }) => store(Reflect.get(change, property)))
      await rowsOf(executor, `update triggers set ${assignments.join(', ')} where id = $1`, [id, ...values])
    },
    async overdue(before) {
      return (await rowsOf<{ id: string }>(executor, overdue, [before])).map(({ id }) => id)
    },
  }
}
