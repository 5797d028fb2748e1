import type { SourceCheck } from '#core/ports/source.ts'
import { listed } from '#core/words.ts'
import type { SqlDatabase } from './sql-database.ts'
import type { SqlConnection } from './sql-dialect.ts'

/** So many bases are looked into. */
const basesLookedInto = 20

async function lookInto({ server }: SqlDatabase, connection: SqlConnection): Promise<SourceCheck> {
  const { dialect, account } = server
  const bases = (server.bases ?? (await dialect.listBases(connection))).slice(0, basesLookedInto)
  const tables = []
  for (const base of bases) tables.push(...(await dialect.listTables(connection, base)))
  const readable = tables.filter((table) => table.readable)
  const warnings = [...(await dialect.warnings(connection, bases))]
  const unreadable = tables.filter((table) => !table.readable).map(({ name }) => name)
  const unwritable = readable.filter((table) => !table.writable).map(({ name }) => name)
  if (readable.length === 0) warnings.push('The account sees no tables. GRANT it SELECT on those that it should read.')
  else if (unreadable.length > 0)
    warnings.push(`The account may not read: ${listed(unreadable)}. GRANT it SELECT where Pictable should read them.`)
  if (unwritable.length > 0)
    warnings.push(
      `Nothing can be written back into: ${listed(unwritable)}. GRANT the account UPDATE where Pictable should write.`,
    )
  return { account: `${account} (${connection.version})`, warnings }
}

/** Connects, and tells what the account may not do. */
export const checkDatabase = (database: SqlDatabase): Promise<SourceCheck> =>
  database.read((connection) => lookInto(database, connection))
