import { fieldRefOf } from '@pictable/model/field'
import { storedFileName } from '@pictable/model/file-name'
import { filterSchema } from '@pictable/model/filter-schema'
import { mappingOf } from '@pictable/model/mapping'
import { storedActionOutput } from '@pictable/model/output'
import { storedStableUrls } from '@pictable/model/stable-urls'
import { templateByOf } from '@pictable/model/template-by'
import { attachmentMode, writeBackShape } from '@pictable/model/write-back'
import { writeCheckShape } from '@pictable/model/write-check'
import { z } from 'zod'
import type { Action } from '#core/action/action.ts'
import { AppError } from '#core/errors.ts'
import { outputsOf, templateIdsOf } from '#core/output/outputs-of.ts'
import type { ActionData } from '#core/ports/data/actions.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import { type Executor, inTransaction } from '#database/database.ts'
import { listPage } from '#database/list-page.ts'
import { jsonOrNull } from '#database/parameters.ts'
import { type EditableTable, editableResources } from '#database/resources.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { deleteRuns } from './deletes/delete-runs.ts'

const fieldRef = fieldRefOf(z.object)
const mapping = mappingOf(z.object, fieldRef)
const filter = filterSchema(z.object, fieldRef)
const writeBack = z.object(writeBackShape(z.object, { field: fieldRef, mode: attachmentMode }))
const writeCheck = z.object(writeCheckShape(z.object, fieldRef))
const templateBy = templateByOf(z.object, fieldRef).nullable()
const moreOutputs = z.array(
  z
    .object({
      key: z.string().optional(),
      name: z.string(),
      templateId: z.string(),
      templateBy: templateBy.default(null),
      output: storedActionOutput,
      writeBack: writeBack.pick({ url: true, attachment: true }).nullable(),
    })
    // The release before knows what was last made by the name.
    .transform(({ key, ...more }) => ({ key: key ?? more.name, ...more })),
)

const actions: EditableTable<Action> = {
  name: 'actions',
  inUse: 'The action is running. Cancel its run first',
  unwritten: ['hasExceptions', 'writeCheck'],
  ...mapperOf<Action>({
    id: plain,
    title: plain,
    connectionId: plain,
    baseId: plain,
    tableId: plain,
    tableName: plain,
    viewId: plain,
    viewName: plain,
    filter: jsonb(filter.nullable()),
    templateId: plain,
    templateBy: jsonb(templateBy),
    outputKey: plain,
    outputName: plain,
    moreOutputs: jsonb(moreOutputs),
    mapping: jsonb(mapping),
    output: jsonb(storedActionOutput),
    writeBack: jsonb(writeBack.nullable()),
    stopAfterFailures: plain,
    fileName: jsonb(storedFileName.nullable()),
    deletedRecords: plain,
    deleteAfterDays: plain,
    deleteSince: plain,
    tableSince: plain,
    hasExceptions: plain,
    unfilled: jsonb(z.array(z.string())),
    writeCheck: jsonb(writeCheck.nullable()),
    stableUrls: jsonb(storedStableUrls.nullable()),
    feedTokenHash: plain,
    sealedFeedToken: plain,
    revision: plain,
    createdAt: plain,
    updatedAt: plain,
  }),
}

const lock = 'select id from actions where id = $1 for update'

/** A save of the action that began before would take it back. */
const moveTables = `
update actions set table_since = $2, revision = revision + 1 where connection_id = $1 returning id`

const noteWriteCheck = 'update actions set write_check = $3 where id = $1 and revision = $2'

const getWithActiveRun = `
select a.*, r.id as run_id, r.started_at as run_started_at
from actions a left join runs r on r.action_id = a.id and r.state = 'active'
where a.id = $1`

/** Runs go with their action, records with them; images stay, their addresses are for good. */
async function remove(transaction: Executor, id: string): Promise<void> {
  await deleteRuns(transaction, await rowsOf(transaction, 'select id, total from runs where action_id = $1', [id]))
  await rowsOf(transaction, 'delete from actions where id = $1', [id])
}

const usedByForm = 'select title from forms where action_id = $1 order by id limit 1'

const useTemplates = `
with gone as (
  delete from action_templates where action_id = $1 and not template_id = any($2::text[])
)
insert into action_templates (action_id, template_id) select $1, unnest($2::text[]) on conflict do nothing`

const usingTemplate = `
select * from actions where template_id = $1
or id in (select action_id from action_templates where template_id = $1)
order by id`

/** Other templates than that of the action are named inside of JSON, which holds none of them back from being deleted. */
async function saveTemplates(executor: Executor, action: Action): Promise<void> {
  const others = templateIdsOf(outputsOf(action)).filter((id) => id !== action.templateId)
  await rowsOf(executor, useTemplates, [action.id, others])
}

export function actionData(executor: Executor): ActionData {
  const stored = editableResources(executor, actions)
  return {
    ...stored,
    async insert(action) {
      await stored.insert(action)
      await saveTemplates(executor, action)
    },
    async update(action) {
      const updated = await stored.update(action)
      if (updated !== null) await saveTemplates(executor, updated)
      return updated
    },
    list: ({ connectionId, tableId, ...options }) =>
      listPage(executor, actions, {
        ...options,
        where: { connection_id: connectionId, table_id: tableId },
      }),
    async lock(id) {
      return (await rowOf(executor, lock, [id])) !== null
    },
    async hold(id) {
      const row = await rowOf<object>(executor, 'select * from actions where id = $1 for share', [id])
      return row && actions.fromRow(row)
    },
    async usingTemplate(templateId) {
      return (await rowsOf<object>(executor, usingTemplate, [templateId])).map(actions.fromRow)
    },
    async noteWriteCheck({ id, revision }, check) {
      await rowsOf(executor, noteWriteCheck, [id, revision, jsonOrNull(check)])
    },
    async findByFeedToken(tokenHash) {
      const row = await rowOf<object>(executor, 'select * from actions where feed_token_hash = $1', [tokenHash])
      return row && actions.fromRow(row)
    },
    async moveTables(connectionId, at) {
      return (await rowsOf<{ id: string }>(executor, moveTables, [connectionId, at])).map(({ id }) => id)
    },
    async getWithActiveRun(id) {
      const row = await rowOf<{ runId: string | null; runStartedAt: Date | null }>(executor, getWithActiveRun, [id])
      if (row === null) return null
      const activeRun = row.runId === null ? null : { id: row.runId, startedAt: row.runStartedAt }
      return { action: actions.fromRow(row), activeRun }
    },
    async delete(id) {
      return inTransaction(executor, async (transaction) => {
        if ((await rowOf(transaction, lock, [id])) === null) return false
        const open = `select id from runs where action_id = $1 and state in ('waiting', 'active')`
        if ((await rowOf(transaction, open, [id])) !== null) throw new AppError('conflict', actions.inUse)
        const form = await rowOf<{ title: string }>(transaction, usedByForm, [id])
        if (form !== null) {
          const message = `The form "${form.title}" starts this action. Delete the form, or remove the action from it first.`
          throw new AppError('conflict', message)
        }
        await remove(transaction, id)
        return true
      })
    },
  }
}
