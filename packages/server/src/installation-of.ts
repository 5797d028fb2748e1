import type { Database } from '#database/database.ts'
import type { ServerOptions } from '#http/server.ts'
import type { Config } from '#server/config.ts'
import { storagePlace } from '#server/open-storage.ts'
import { version } from '#server/version.ts'

/** What the settings page tells of how this process was started. */
export function installationOf(config: Config, { kind }: Pick<Database, 'kind'>): ServerOptions['installation'] {
  return {
    version: version(),
    node_version: process.versions.node,
    storage: { kind: config.PICTABLE_STORAGE === 'disk' ? 'disk' : 's3', place: storagePlace(config) },
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

/** Where images are fetched from beside this server: its public address, and the bucket when browsers are sent there. */
export function imageOriginsOf(config: Config): string[] {
  const { PICTABLE_S3_PUBLIC_URL: bucket, PICTABLE_S3_SIGNED_URL_SECONDS: signedSeconds } = config
  const urls = [config.PICTABLE_PUBLIC_URL, bucket]
  if (signedSeconds !== undefined) {
    const endpoint = config.AWS_ENDPOINT_URL_S3 ?? config.AWS_ENDPOINT_URL
    if (endpoint === undefined) return [...origins(urls), 'https://*.amazonaws.com']
    urls.push(endpoint)
  }
  return origins(urls)
}

function origins(urls: readonly (string | undefined)[]): string[] {
  return [...new Set(urls.flatMap((url) => (url === undefined ? [] : [new URL(url).origin])))]
}
