import { z } from 'zod'
import type { AppliedException, RecordException } from '#core/output/exception.ts'
import type { ExceptionData } from '#core/ports/data/exceptions.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { type ListedTable, listPage } from '#database/list-page.ts'
import { json } from '#database/parameters.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

const modifications = z.array(z.looseObject({ name: z.string(), output: z.string().optional() }))

const usedLayers = z.array(z.object({ layer: z.string(), output: z.string(), templateId: z.string() }))

const { fromRow } = mapperOf<RecordException>({
  actionId: plain,
  recordId: plain,
  label: plain,
  modifications: jsonb(modifications),
  usedLayers: jsonb(usedLayers),
  createdAt: plain,
  updatedAt: plain,
})

/** The id of its record is the key of the list. */
const listed: ListedTable<RecordException, { id: string }> = {
  name: '(select record_id as id, * from exceptions) exceptions',
  fromRow,
  key: { column: 'id', schema: z.string(), order: 'asc' },
}

const get = 'select * from exceptions where action_id = $1 and record_id = $2'

const find = `
select record_id, modifications, used_layers from exceptions where action_id = $1 and record_id = any($2::text[])`

const save = `
insert into exceptions as e (action_id, record_id, label, modifications, used_layers, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (action_id, record_id) do update set label = coalesce(nullif(excluded.label, ''), e.label),
  modifications = excluded.modifications, used_layers = excluded.used_layers, updated_at = excluded.updated_at
returning *`

const remove = 'delete from exceptions where action_id = $1 and record_id = $2 returning record_id'

/** Not in the statement of the change, which does not see its own rows. */
export const markActions = `
update actions set has_exceptions = not has_exceptions
where id = $1 and has_exceptions <> exists (select from exceptions e where e.action_id = $1)`

export function exceptionData(executor: Executor): ExceptionData {
  return {
    list: ({ actionId, ...options }) => listPage(executor, listed, { ...options, where: { action_id: actionId } }),
    async get(actionId, recordId) {
      const row = await rowOf<object>(executor, get, [actionId, recordId])
      return row && fromRow(row)
    },
    async find(actionId, recordIds) {
      type Row = { recordId: string; modifications: unknown; usedLayers: unknown }
      const found = new Map<string, AppliedException>()
      for (const row of await rowsOf<Row>(executor, find, [actionId, recordIds]))
        found.set(row.recordId, {
          modifications: modifications.parse(row.modifications),
          usedLayers: usedLayers.parse(row.usedLayers),
        })
      return found
    },
    async save({ actionId, recordId, label, modifications: changes, usedLayers: used, createdAt, updatedAt }) {
      const values = [actionId, recordId, label, json(changes), json(used), createdAt, updatedAt]
      const [row = {}] = await rowsOf<object>(executor, save, values)
      await rowsOf(executor, markActions, [actionId])
      return fromRow(row)
    },
    async delete(actionId, recordId) {
      const wasThere = (await rowOf(executor, remove, [actionId, recordId])) !== null
      if (wasThere) await rowsOf(executor, markActions, [actionId])
      return wasThere
    },
  }
}
