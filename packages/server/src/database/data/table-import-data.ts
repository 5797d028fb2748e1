import type { TableImportData } from '#core/ports/data/table-imports.ts'
import type { TableImport } from '#core/table/table-import.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { jsonOrNull } from '#database/parameters.ts'
import { resources } from '#database/resources.ts'
import { rowsOf } from '#database/statement.ts'

const imports = {
  name: 'table_imports',
  ...mapperOf<TableImport>({
    id: plain,
    tableId: plain,
    tableName: plain,
    isNew: plain,
    options: jsonb(),
    state: plain,
    rowCount: plain,
    doneCount: plain,
    updatedCount: plain,
    result: jsonb(),
    error: jsonb(),
    createdAt: plain,
    finishedAt: plain,
  }),
}

const note = `
update table_imports set done_count = done_count + $2, updated_count = updated_count + $3
where id = $1 and state = 'active'`

const restart = `update table_imports set done_count = 0 where id = $1 and state = 'active'`

const end = `
update table_imports set state = case when $3::jsonb is null then 'completed' else 'failed' end,
  result = $2, error = $3, finished_at = $4
where id = $1 and state = 'active' returning id`

const deleteEnded = `delete from table_imports where id < $1 and state <> 'active'`

export function tableImportData(executor: Executor): TableImportData {
  return {
    ...resources<TableImport>(executor, imports),
    note: async (id, { done, updated }) => void (await rowsOf(executor, note, [id, done, updated])),
    restart: async (id) => void (await rowsOf(executor, restart, [id])),
    async end(id, { result, error, at }) {
      return (await rowsOf(executor, end, [id, jsonOrNull(result), jsonOrNull(error), at])).length > 0
    },
    deleteEnded: async (beforeId) => void (await rowsOf(executor, deleteEnded, [beforeId])),
  }
}
