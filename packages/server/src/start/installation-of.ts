import type { Database } from '#database/database.ts'
import type { ServerOptions } from '#http/server/server.ts'
import type { Config } from '#server/settings/config.ts'
import { version } from '#server/settings/version.ts'
import { storageAddress } from './open-storage.ts'

/** What the settings page tells of how this process was started. */
export function installationOf(config: Config, { kind }: Pick<Database, 'kind'>): ServerOptions['installation'] {
  const storage = storageAddress(config.PICTABLE_STORAGE)
  return {
    version: version(),
    node_version: process.versions.node,
    storage: { kind: storage.kind, place: storage.place(config) },
    database: { kind },
    secret_key: { from: config.PICTABLE_SECRET_KEY === undefined ? 'data_folder' : 'setting' },
    renderer: { processes: config.PICTABLE_RENDER_PROCESSES },
    retention: {
      max_age_days: config.PICTABLE_RETENTION_DAYS ?? null,
      per_record: config.PICTABLE_RETENTION_PER_RECORD ?? null,
      runs_max_age_days: config.PICTABLE_RETENTION_RUNS_DAYS ?? null,
      deliveries_max_age_days: config.PICTABLE_RETENTION_DELIVERIES_DAYS,
      keep_current: config.PICTABLE_RETENTION_KEEP_CURRENT,
    },
  }
}

/** Origins of image URLs, beside this server: its public URL, and where the storage sends browsers. */
export function imageOriginsOf(config: Config): string[] {
  const { PICTABLE_PUBLIC_URL: publicUrl, PICTABLE_STORAGE: storage } = config
  const ours = publicUrl === undefined ? [] : [new URL(publicUrl).origin]
  return [...new Set([...ours, ...(storageAddress(storage).origins?.(config) ?? [])])]
}
