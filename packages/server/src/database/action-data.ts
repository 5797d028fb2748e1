import { fieldRefOf } from '@pictable/model/field'
import { filterSchema } from '@pictable/model/filter'
import { mappingOf } from '@pictable/model/mapping'
import { storedOutput } from '@pictable/model/output'
import { attachmentMode, writeBackShape } from '@pictable/model/write-back'
import { z } from 'zod'
import type { Action } from '#core/action/action.ts'
import { AppError } from '#core/errors.ts'
import type { ActionData } from '#core/ports/data/actions.ts'
import { type Executor, inTransaction } from './database.ts'
import { deleteRuns } from './delete-runs.ts'
import { listPage } from './list-page.ts'
import { json, jsonOrNull } from './parameters.ts'
import { editableResources } from './resources.ts'
import { rowOf, rowsOf } from './statement.ts'

const fieldRef = fieldRefOf(z.object)
const mapping = mappingOf(z.object, fieldRef)
const filter = filterSchema(z.object, fieldRef)
const writeBack = z.object(writeBackShape(z.object, { field: fieldRef, mode: attachmentMode })).nullable()

interface ActionRow {
  id: string
  title: string
  connection_id: string
  base_id: string
  table_id: string
  table_name: string
  view_id: string | null
  view_name: string | null
  filter: unknown
  template_id: string
  mapping: unknown
  output: unknown
  write_back: unknown
  stop_after_failures: number | null
  revision: number
  created_at: Date
  updated_at: Date
}

function toAction(row: ActionRow): Action {
  return {
    id: row.id,
    title: row.title,
    connectionId: row.connection_id,
    baseId: row.base_id,
    tableId: row.table_id,
    tableName: row.table_name,
    viewId: row.view_id,
    viewName: row.view_name,
    filter: row.filter === null ? null : filter.parse(row.filter),
    templateId: row.template_id,
    mapping: mapping.parse(row.mapping),
    output: storedOutput.parse(row.output),
    writeBack: writeBack.parse(row.write_back),
    stopAfterFailures: row.stop_after_failures,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const actions = {
  name: 'actions',
  inUse: 'The action is running. Cancel its run first',
  columns: {
    id: ({ id }: Action) => id,
    title: ({ title }: Action) => title,
    connection_id: ({ connectionId }: Action) => connectionId,
    base_id: ({ baseId }: Action) => baseId,
    table_id: ({ tableId }: Action) => tableId,
    table_name: ({ tableName }: Action) => tableName,
    view_id: ({ viewId }: Action) => viewId,
    view_name: ({ viewName }: Action) => viewName,
    filter: (action: Action) => jsonOrNull(action.filter),
    template_id: ({ templateId }: Action) => templateId,
    mapping: (action: Action) => json(action.mapping),
    output: (action: Action) => json(action.output),
    write_back: (action: Action) => jsonOrNull(action.writeBack),
    stop_after_failures: ({ stopAfterFailures }: Action) => stopAfterFailures,
    revision: ({ revision }: Action) => revision,
    created_at: ({ createdAt }: Action) => createdAt,
    updated_at: ({ updatedAt }: Action) => updatedAt,
  },
  fromRow: toAction,
}

const lock = 'select id from actions where id = $1 for update'

const getWithActiveRun = `
select a.*, r.id as run_id, r.started_at as run_started_at
from actions a left join runs r on r.action_id = a.id and r.state = 'active'
where a.id = $1`

/** Runs go with their action, records and outputs with them; images stay, their addresses are for good. */
async function remove(transaction: Executor, id: string): Promise<void> {
  await deleteRuns(transaction, await rowsOf(transaction, 'select id, total from runs where action_id = $1', [id]))
  await rowsOf(transaction, 'delete from outputs where action_id = $1', [id])
  await rowsOf(transaction, 'delete from actions where id = $1', [id])
}

export function actionData(executor: Executor): ActionData {
  return {
    ...editableResources(executor, actions),
    list: ({ connectionId, tableId, ...options }) =>
      listPage<Action, ActionRow>(executor, actions, {
        ...options,
        where: { connection_id: connectionId, table_id: tableId },
      }),
    async lock(id) {
      return (await rowOf(executor, lock, [id])) !== null
    },
    async getWithActiveRun(id) {
      const row = await rowOf<ActionRow & { run_id: string | null; run_started_at: Date | null }>(
        executor,
        getWithActiveRun,
        [id],
      )
      if (row === null) return null
      const activeRun = row.run_id === null ? null : { id: row.run_id, startedAt: row.run_started_at }
      return { action: toAction(row), activeRun }
    },
    async delete(id) {
      return inTransaction(executor, async (transaction) => {
        if ((await rowOf(transaction, lock, [id])) === null) return false
        const open = `select id from runs where action_id = $1 and state in ('waiting', 'active')`
        if ((await rowOf(transaction, open, [id])) !== null) throw new AppError('conflict', actions.inUse)
        await remove(transaction, id)
        return true
      })
    },
  }
}
