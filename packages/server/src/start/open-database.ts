import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Executor } from '#database/database.ts'
import { openEmbedded, visitEmbedded } from '#database/open-embedded.ts'
import { openPostgres, visitPostgres } from '#database/open-postgres.ts'
import type { PostgresAddress } from '#database/postgres-address.ts'
import { loadAuthorities } from '#net/dial.ts'
import type { Config } from '#server/settings/config.ts'

type Where = Pick<Config, 'PICTABLE_DATABASE_URL' | 'PICTABLE_DATA_DIR' | 'PICTABLE_CA_FILE'>

function postgresOf({ PICTABLE_DATABASE_URL: url, PICTABLE_CA_FILE: caFile }: Where): PostgresAddress | null {
  return url === undefined ? null : { url, authorities: loadAuthorities(caFile) }
}

/** Opens the database that the settings name, its schema up to date. @throws StartError */
export function openDatabase(where: Where): Promise<Database> {
  const postgres = postgresOf(where)
  return postgres === null ? openEmbedded({ dataDir: where.PICTABLE_DATA_DIR }) : openPostgres(postgres)
}

/** An embedded one is made at the first start. */
export function isDatabaseThere({ PICTABLE_DATABASE_URL: url, PICTABLE_DATA_DIR: dataDir }: Where): boolean {
  return url !== undefined || existsSync(join(dataDir, 'database'))
}

/** Uses it for one thing, with its schema as it is. @throws StartError */
export function visitDatabase<Result>(where: Where, work: (kysely: Executor) => Promise<Result>): Promise<Result> {
  const postgres = postgresOf(where)
  return postgres === null ? visitEmbedded(where.PICTABLE_DATA_DIR, work) : visitPostgres(postgres, work)
}
