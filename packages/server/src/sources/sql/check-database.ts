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
  if (readable.length === 0)
    warnings.push('The user has access to no tables. GRANT it SELECT on the tables that Pictable may read.')
  else if (unreadable.length > 0)
    warnings.push(`The user cannot read: ${listed(unreadable)}. GRANT it SELECT on the tables that Pictable may read.`)
  if (unwritable.length > 0)
    warnings.push(
      `The user cannot write to: ${listed(unwritable)}. GRANT it UPDATE on the tables that Pictable may write to.`,
    )
  return { account: `${account} (${connection.version})`, warnings }
}

/** Connects, and tells what the account may not do. */
export const checkDatabase = (database: SqlDatabase): Promise<SourceCheck> =>
  database.read((connection) => lookInto(database, connection))
