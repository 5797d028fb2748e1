import { AppError, isRetryable } from '#core/errors.ts'
import type { CellCheck, PlannedCell, TableRef } from '#core/ports/source.ts'
import { CellRefused, encodeCell } from './cell.ts'
import type { SqlDatabase } from './sql-database.ts'
import type { SqlColumn, SqlDialect, SqlTable } from './sql-dialect.ts'

const failed = (message: string): CellCheck => ({ result: 'failed', message })
const unknown = (message: string): CellCheck => ({ result: 'unknown', message })

function checkColumn({ spelling }: SqlDialect, column: SqlColumn, { value }: PlannedCell): CellCheck {
  const { name, writable, hasRules } = column
  try {
    encodeCell(column, value, spelling)
  } catch (error) {
    if (!(error instanceof CellRefused)) throw error
    return failed(`The column "${name}" ${error.message}.`)
  }
  if (!writable) return failed(`The user may not change the column "${name}". GRANT it UPDATE on the column.`)
  if (!hasRules) return { result: 'passed' }
  return unknown(
    `The column "${name}" has a rule (CHECK) that Pictable cannot evaluate. Check that it accepts the values.`,
  )
}

function checkCell(dialect: SqlDialect, table: SqlTable, cell: PlannedCell): CellCheck {
  const column = table.columns.find(({ name }) => name === cell.fieldId)
  if (column === undefined)
    return failed(
      `The table "${table.name}" no longer has the column "${cell.fieldId}". Choose another column in the action.`,
    )
  const check = checkColumn(dialect, column, cell)
  if (check.result !== 'passed' || !table.hasRowPolicies) return check
  return unknown(
    `The table "${table.name}" has row-level security, so whether the user may change a row is known only when it is written. Check that a policy allows UPDATE.`,
  )
}

/** Why the server takes no changes at all, such as a replica or a file without write permission. */
async function checkServer(database: SqlDatabase): Promise<CellCheck> {
  try {
    await database.transaction('write', async () => {})
    return { result: 'passed' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message } = error
    return isRetryable(error) ? unknown(message) : failed(message)
  }
}

/** Whether the database takes such cells, by its catalogue and an empty transaction. */
export async function checkCells(
  database: SqlDatabase,
  ref: TableRef,
  cells: readonly PlannedCell[],
): Promise<CellCheck[]> {
  const { dialect } = database.server
  const table = await database.table(ref, 0)
  const server = await checkServer(database)
  return cells.map((cell) => (server.result === 'passed' ? checkCell(dialect, table, cell) : server))
}
