import type { DatabaseIdentity } from '#core/ports/sources.ts'
import type { Database } from './database.ts'
import { rowOf } from './statement.ts'

/** Of the cluster and the database in it, whatever the host, the port and the account are called. */
const sql = `select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identity
from pg_control_system()`

/** How others tell that they are in our database; null for the embedded one, which nobody else can reach, and where our account may not ask. */
export async function databaseIdentity({ kind, kysely }: Database): Promise<DatabaseIdentity | null> {
  if (kind === 'embedded') return null
  const row = await rowOf<{ identity: string }>(kysely, sql, []).catch(() => null)
  return row === null ? null : { sql, value: row.identity }
}
