import type { Database } from '#database/database.ts'
import type { ServerOptions } from '#http/server.ts'
import type { Config } from '#server/config.ts'
import { storageFolder } from '#server/open-storage.ts'
import { version } from '#server/version.ts'

/** What the settings page tells of how this process was started. */
export function installationOf(config: Config, { kind }: Pick<Database, 'kind'>): ServerOptions['installation'] {
  const isDisk = config.PICTABLE_STORAGE === 'disk'
  return {
    version: version(),
    node_version: process.versions.node,
    storage: isDisk ? { kind: 'disk', place: storageFolder(config) } : { kind: 's3', place: config.PICTABLE_STORAGE },
    database: { kind },
    secret_key: { from: config.PICTABLE_SECRET_KEY === undefined ? 'data_folder' : 'setting' },
    renderer: { processes: config.PICTABLE_RENDER_PROCESSES },
    retention: {
      max_age_days: config.PICTABLE_RETENTION_DAYS ?? null,
      per_record: config.PICTABLE_RETENTION_PER_RECORD ?? null,
      keep_current: config.PICTABLE_RETENTION_KEEP_CURRENT,
    },
  }
}
