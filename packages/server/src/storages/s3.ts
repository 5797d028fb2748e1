import type { StorageAddress, StorageKind } from '#core/ports/storage-kind.ts'
import type { S3Settings } from './s3/settings.ts'

/** The settings of the server that are about buckets. */
export interface BucketSettings {
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  AWS_SESSION_TOKEN?: string | undefined
  AWS_REGION?: string | undefined
  AWS_ENDPOINT_URL?: string | undefined
  AWS_ENDPOINT_URL_S3?: string | undefined
  PICTABLE_S3_PATH_STYLE?: boolean | undefined
  PICTABLE_S3_PUBLIC_URL?: string | undefined
  PICTABLE_S3_SIGNED_URL_SECONDS?: number | undefined
  /** Certificate authorities of `PICTABLE_CA_FILE`, in PEM; the usual ones when absent. */
  authorities?: readonly string[] | undefined
}

function credentialsOf(settings: BucketSettings): S3Settings['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  const { AWS_SESSION_TOKEN: sessionToken } = settings
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
}

const endpointOf = (settings: BucketSettings) => settings.AWS_ENDPOINT_URL_S3 ?? settings.AWS_ENDPOINT_URL

function s3SettingsOf(settings: BucketSettings): S3Settings {
  return {
    endpoint: endpointOf(settings),
    region: settings.AWS_REGION,
    credentials: credentialsOf(settings),
    pathStyle: settings.PICTABLE_S3_PATH_STYLE,
    publicUrl: settings.PICTABLE_S3_PUBLIC_URL,
    signedUrlSeconds: settings.PICTABLE_S3_SIGNED_URL_SECONDS,
    ca: settings.authorities,
  }
}

function originsOf(settings: BucketSettings): string[] {
  const { PICTABLE_S3_PUBLIC_URL: publicUrl, PICTABLE_S3_SIGNED_URL_SECONDS: signedSeconds } = settings
  if (publicUrl !== undefined) return [new URL(publicUrl).origin]
  if (signedSeconds === undefined) return []
  const endpoint = endpointOf(settings)
  return [endpoint === undefined ? 'https://*.amazonaws.com' : new URL(endpoint).origin]
}

const addressForm = /^s3:\/\/([a-zA-Z0-9][\w.-]{1,61}[a-zA-Z0-9])(?:\/([\w!.*'()/-]*))?$/

function parse(text: string): StorageAddress<BucketSettings> | null {
  const [, bucket, path = ''] = addressForm.exec(text) ?? []
  const prefix = path.replace(/\/$/, '')
  if (bucket === undefined || (prefix !== '' && /(^|\/)\.{0,2}(\/|$)/.test(prefix))) return null
  return {
    kind: 's3',
    bucket: { name: bucket, prefix },
    place: () => text,
    async open(settings) {
      // Loads the SDK only where it is used.
      const { createS3Storage } = await import('./s3/create-s3-storage.ts')
      return createS3Storage({ bucket, prefix }, s3SettingsOf(settings))
    },
    origins: originsOf,
  }
}

/** A bucket of AWS, or of anything else that speaks S3. */
export const s3: StorageKind<BucketSettings> = { form: 's3://bucket/prefix', parse }
