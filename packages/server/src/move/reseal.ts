import { type Executor, inTransaction } from '#database/database.ts'
import { rowsOf } from '#database/statement.ts'
import { type MovedTable, movedTables, quoted } from './moved-tables.ts'

/** Opens what the earlier key sealed, seals with the next one. */
interface Resealing {
  keyId: string
  reseal(sealed: string, context: string): string
}

/** A column of sealed texts, wherever there is one, is named so. */
const isSealed = (column: string) => column.startsWith('sealed_')

const PAGE_ROWS = 500

/** Texts are sealed for their place, `table.column.key`: in another one they cannot be opened. */
async function resealColumn(
  transaction: Executor,
  { name, key, column }: MovedTable & { column: string },
  secrets: Resealing,
): Promise<number> {
  const keys = key.map(quoted).join(', ')
  const places = (first: number) => key.map((_, index) => `$${first + index}`).join(', ')
  const texts = key.map((one) => `${quoted(one)}::text`).join(', ')
  const page = (condition: string) =>
    `select array[${texts}] as key, ${quoted(column)} as sealed from ${quoted(name)}
     where ${quoted(column)} is not null ${condition} order by ${keys} limit ${PAGE_ROWS} for update`
  const write = `update ${quoted(name)} set ${quoted(column)} = $1 where (${keys}) = (${places(2)})`
  let count = 0
  let last: string[] | undefined
  // A page at a time: the bodies of deliveries can be more than fits into memory.
  for (;;) {
    const behind = last === undefined ? '' : `and (${keys}) > (${places(1)})`
    const rows = await rowsOf<{ key: string[]; sealed: string }>(transaction, page(behind), last ?? [])
    for (const row of rows) {
      const context = [name, column, ...row.key].join('.')
      await rowsOf(transaction, write, [secrets.reseal(row.sealed, context), ...row.key])
    }
    count += rows.length
    last = rows.at(-1)?.key
    if (last === undefined || rows.length < PAGE_ROWS) return count
  }
}

/** Seals every stored secret with another key. @returns how many @throws AppError when one cannot be opened */
export async function reseal(kysely: Executor, secrets: Resealing): Promise<number> {
  return inTransaction(kysely, async (transaction) => {
    let count = 0
    for (const table of await movedTables(transaction))
      for (const column of table.columns.filter(isSealed))
        count += await resealColumn(transaction, { ...table, column }, secrets)
    const known = `update settings set value = to_jsonb($1::text) where name = 'secret_key_id'`
    await rowsOf(transaction, known, [secrets.keyId])
    return count
  })
}
