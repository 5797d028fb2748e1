import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Executor } from '#database/database.ts'
import { openEmbedded, visitEmbedded } from '#database/open-embedded.ts'
import { openPostgres, visitPostgres } from '#database/open-postgres.ts'
import type { Config } from '#server/config.ts'

type Where = Pick<Config, 'PICTABLE_DATABASE_URL' | 'PICTABLE_DATA_DIR'>

/** Opens the database that the settings name, its schema up to date. @throws StartError */
export function openDatabase({ PICTABLE_DATABASE_URL: url, PICTABLE_DATA_DIR: dataDir }: Where): Promise<Database> {
  return url === undefined ? openEmbedded({ dataDir }) : openPostgres({ url })
}

/** An embedded one is made at the first start. */
export function isDatabaseThere({ PICTABLE_DATABASE_URL: url, PICTABLE_DATA_DIR: dataDir }: Where): boolean {
  return url !== undefined || existsSync(join(dataDir, 'database'))
}

/** Uses it for one thing, with its schema as it is. @throws StartError */
export function visitDatabase<Result>(
  { PICTABLE_DATABASE_URL: url, PICTABLE_DATA_DIR: dataDir }: Where,
  work: (kysely: Executor) => Promise<Result>,
): Promise<Result> {
  return url === undefined ? visitEmbedded(dataDir, work) : visitPostgres(url, work)
}
