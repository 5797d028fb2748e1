import type { Secrets } from '#core/ports/secrets.ts'
import { type Executor, inTransaction } from '#database/database.ts'
import { rowsOf } from '#database/statement.ts'
import { type MovedTable, movedTables, quoted } from './moved-tables.ts'

interface Resealing {
  from: Pick<Secrets, 'open'>
  to: Pick<Secrets, 'seal'> & { keyId: string }
}

/** A column of sealed texts, wherever there is one, is named so. */
const isSealed = (column: string) => column.startsWith('sealed_')

/** Texts are sealed for their place, `table.column.key`: in another one they cannot be opened. */
async function resealColumn(
  transaction: Executor,
  { name, key }: MovedTable,
  column: string,
  { from, to }: Resealing,
): Promise<number> {
  const keys = key.map(quoted)
  const texts = `select array[${keys.map((one) => `${one}::text`).join(', ')}] as key, ${quoted(column)} as sealed`
  const rows = await rowsOf<{ key: string[]; sealed: string }>(
    transaction,
    `${texts} from ${quoted(name)} where ${quoted(column)} is not null for update`,
    [],
  )
  const place = keys.map((one, index) => `${one}::text = $${index + 2}`).join(' and ')
  for (const row of rows) {
    const context = [name, column, ...row.key].join('.')
    const sealed = to.seal(from.open(row.sealed, context), context)
    await rowsOf(transaction, `update ${quoted(name)} set ${quoted(column)} = $1 where ${place}`, [sealed, ...row.key])
  }
  return rows.length
}

/** Seals every stored secret with another key. @returns how many @throws AppError when one cannot be opened */
export async function reseal(kysely: Executor, resealing: Resealing): Promise<number> {
  return inTransaction(kysely, async (transaction) => {
    let count = 0
    for (const table of await movedTables(transaction))
      for (const column of table.columns.filter(isSealed))
        count += await resealColumn(transaction, table, column, resealing)
    const known = `update settings set value = to_jsonb($1::text) where name = 'secret_key_id'`
    await rowsOf(transaction, known, [resealing.to.keyId])
    return count
  })
}
