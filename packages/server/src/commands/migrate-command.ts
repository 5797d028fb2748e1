import { Command } from 'commander'
import { alone } from '#database/alone.ts'
import { schemaState } from '#database/migrate.ts'
import { createJobs } from '#jobs/jobs.ts'
import { parseConfig } from '#server/settings/config.ts'
import { openDatabase, visitDatabase } from '#server/start/open-database.ts'
import { createLog } from '#telemetry/log.ts'

function listed(title: string, names: readonly string[]): string {
  return [title, ...names.map((name) => `  ${name}`)].join('\n')
}

/** `pictable migrate`: what every start does by itself, for those who want it done, and seen, before. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('migrate the database and print the migrations; every start does this automatically')
    .option('--dry-run', 'only print the pending migrations')
    .action(async ({ dryRun = false }: { dryRun?: boolean }) => {
      const config = parseConfig(process.env)
      const { pending, newer } = await visitDatabase(config, schemaState)
      if (newer.length > 0) console.log(listed('Applied by a newer release, unchanged:', newer))
      if (dryRun) {
        console.log(pending.length === 0 ? 'The database is up to date.' : listed('Pending migrations:', pending))
        return
      }
      const database = await openDatabase(config)
      try {
        const log = createLog({ level: config.PICTABLE_LOG_LEVEL })
        await alone(database, async () => (await createJobs({ database, log })).stop())
      } finally {
        await database.close()
      }
      const { migrated } = database
      console.log(migrated.length === 0 ? 'The database is up to date.' : listed('Done:', migrated))
    })
}
