import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadSecretKey } from '#secrets/load-secret-key.ts'
import { createSecrets } from '#secrets/secrets.ts'
import type { Config } from '#server/settings/config.ts'

type Where = Pick<Config, 'PICTABLE_SECRET_KEY' | 'PICTABLE_DATA_DIR'>

/** Names the secret key of these settings without making one: null where there is none yet. */
export function secretKeyId({ PICTABLE_SECRET_KEY: configured, PICTABLE_DATA_DIR: dataDir }: Where): string | null {
  if (configured === undefined && !existsSync(join(dataDir, 'secret.key'))) return null
  return createSecrets([loadSecretKey({ configured, dataDir })]).keyId
}
