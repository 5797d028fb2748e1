import { join } from 'node:path'
import type { Storage } from '#core/ports/storage.ts'
import { StartError } from '#core/start-error.ts'
import { loadAuthorities } from '#net/dial.ts'
import type { Config } from '#server/config.ts'
import { openStorage, parseStorageAddress } from '#storages/index.ts'
import type { S3Settings } from '#storages/s3/settings.ts'
import { createVerifiedStorage } from '#storages/verified/verified-storage.ts'

/** Where the disk storage of these settings lies. */
export function storageFolder({ PICTABLE_DATA_DIR: dataDir }: Pick<Config, 'PICTABLE_DATA_DIR'>): string {
  return join(dataDir, 'files')
}

/** Where images are kept, as people name it: the folder, or the address of the bucket. */
export function storagePlace(config: Pick<Config, 'PICTABLE_DATA_DIR' | 'PICTABLE_STORAGE'>): string {
  return config.PICTABLE_STORAGE === 'disk' ? storageFolder(config) : config.PICTABLE_STORAGE
}

function credentialsOf(config: Config) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  const { AWS_SESSION_TOKEN: sessionToken } = config
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
}

/** What the settings say of buckets. */
export function s3SettingsOf(config: Config): S3Settings {
  return {
    endpoint: config.AWS_ENDPOINT_URL_S3 ?? config.AWS_ENDPOINT_URL,
    region: config.AWS_REGION,
    credentials: credentialsOf(config),
    pathStyle: config.PICTABLE_S3_PATH_STYLE,
    publicUrl: config.PICTABLE_S3_PUBLIC_URL,
    signedUrlSeconds: config.PICTABLE_S3_SIGNED_URL_SECONDS,
    ca: loadAuthorities(config.PICTABLE_CA_FILE),
  }
}

/** Opens the storage at an address, by default the one that the settings name: it verifies what it reads. @throws StartError */
export async function openStorageAt(config: Config, address: string = config.PICTABLE_STORAGE): Promise<Storage> {
  const parsed = parseStorageAddress(address)
  if (parsed === null) throw new StartError(`"${address}" is not a storage. Use "disk" or "s3://bucket/prefix".`)
  const storage = await openStorage(parsed, { dir: storageFolder(config), s3: s3SettingsOf(config) })
  return createVerifiedStorage(storage)
}
