import { z } from 'zod'
import { AppError } from '#core/errors.ts'

/** What may be known of an error of the client: of the service, of the network, or of finding credentials. */
const errorSchema = z.looseObject({
  name: z.string().catch('unknown'),
  code: z.string().optional().catch(undefined),
  message: z.string().catch(''),
  $metadata: z.looseObject({ httpStatusCode: z.number().optional() }).optional().catch(undefined),
  $response: z
    .looseObject({ headers: z.record(z.string(), z.string()) })
    .optional()
    .catch(undefined),
})

type S3Error = z.output<typeof errorSchema>

/** Where the storage is, for messages. */
export interface Place {
  bucket: string
  /** `s3://bucket/prefix` */
  address: string
  endpoint: string | undefined
}

export interface Attempt {
  /** Such as `store images/3f9a.png`. */
  doing: string
  /** The permissions that it needs, such as `s3:PutObject`. */
  needs: string
}

type Explain = (place: Place, about: { error: S3Error; needs: string }) => string

const endpointOf = ({ endpoint }: Place) => endpoint ?? 'AWS'
const credentials = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile or role'

/** Some say it in a header, some only in the message. */
function regionOf({ $response, message }: S3Error): string | undefined {
  return $response?.headers['x-amz-bucket-region'] ?? /expecting '([\w-]+)'/.exec(message)?.[1]
}

const wrongRegion: Explain = ({ bucket }, { error }) => {
  const region = regionOf(error)
  if (region !== undefined) return `the bucket is in the region ${region}. Set AWS_REGION=${region}`
  return `the bucket "${bucket}" is in another region or at another endpoint. Correct AWS_REGION and AWS_ENDPOINT_URL_S3`
}
const unknownKey: Explain = () => `the access key is unknown. Check ${credentials}`
const badToken: Explain = () => `the session token has expired or is invalid. Renew ${credentials} (AWS_SESSION_TOKEN)`
const denied: Explain = ({ bucket }, { needs }) =>
  `the credentials lack permission. Allow ${needs} on the bucket "${bucket}" and its prefix in their policy`
const slowDown: Explain = () => 'the server is busy or limits the requests. Pictable retries; no action is needed'
const full: Explain = () => 'the storage is full. Free some space, or raise its quota'
const noHost: Explain = (place) =>
  `the name of ${endpointOf(place)} cannot be resolved. Correct AWS_ENDPOINT_URL_S3 or AWS_REGION, or check DNS; a self-hosted server may need PICTABLE_S3_PATH_STYLE=true`
const refused: Explain = (place) =>
  `no server is listening at ${endpointOf(place)}. Check that it is running, and AWS_ENDPOINT_URL_S3`
const cut: Explain = (place) =>
  `${endpointOf(place)} closed the connection. Pictable retries; if the error remains, check the server`
const silent: Explain = (place) => `${endpointOf(place)} did not respond in time. Check the server and the network`
const untrusted: Explain = (place) =>
  `the certificate of ${endpointOf(place)} is not trusted. Set PICTABLE_CA_FILE to the certificate of its authority`
const otherName: Explain = (place) =>
  `the certificate of ${endpointOf(place)} is for another name. Correct AWS_ENDPOINT_URL_S3, or set PICTABLE_S3_PATH_STYLE=true`

const explanations: Readonly<Record<string, Explain>> = {
  NoSuchBucket: ({ bucket }) => `there is no bucket "${bucket}". Create it, or correct PICTABLE_STORAGE`,
  InvalidBucketName: ({ bucket }) => `"${bucket}" is not a valid bucket name. Correct PICTABLE_STORAGE`,
  AccessDenied: denied,
  AllAccessDisabled: denied,
  Forbidden: denied,
  InvalidAccessKeyId: unknownKey,
  SignatureDoesNotMatch: () =>
    `the secret key does not match the access key. Check ${credentials}; a proxy in front of the endpoint must not change the Host header`,
  CredentialsProviderError: () => `there are no credentials. Set ${credentials}`,
  ExpiredToken: badToken,
  InvalidToken: badToken,
  TokenRefreshRequired: badToken,
  RequestTimeTooSkewed: () => 'the clock of this machine is wrong. Set it, for example with NTP',
  RequestExpired: () => 'the clock of this machine is wrong. Set it, for example with NTP',
  BadRequest: wrongRegion,
  PermanentRedirect: wrongRegion,
  TemporaryRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  SlowDown: slowDown,
  Throttling: slowDown,
  ThrottlingException: slowDown,
  TooManyRequests: slowDown,
  TooManyRequestsException: slowDown,
  QuotaExceeded: full,
  XMinioStorageFull: full,
  BadDigest: () => 'the bytes were damaged on the way. Pictable retries; if the error remains, check the network',
  XAmzContentSHA256Mismatch: () =>
    'the bytes were damaged on the way. Pictable retries; if the error remains, check the network',
  ENOTFOUND: noHost,
  EAI_AGAIN: noHost,
  ECONNREFUSED: refused,
  EHOSTUNREACH: refused,
  ENETUNREACH: refused,
  ECONNRESET: cut,
  EPIPE: cut,
  ETIMEDOUT: silent,
  TimeoutError: silent,
  AbortError: silent,
  CERT_HAS_EXPIRED: (place) => `the certificate of ${endpointOf(place)} has expired. Renew it`,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: otherName,
  EPROTO: (place) =>
    `${endpointOf(place)} does not support TLS on this port. Correct http or https in AWS_ENDPOINT_URL_S3`,
}

/** What only the status tells: HEAD has no body, and gateways have codes of their own. */
const byStatus: Readonly<Record<number, Explain>> = {
  301: wrongRegion,
  307: wrongRegion,
  401: unknownKey,
  403: denied,
  429: slowDown,
  503: slowDown,
  507: full,
}

const isMissingRegion = ({ message }: S3Error) => message.includes('Region is missing')

function reasonOf(place: Place, about: { error: S3Error; needs: string }): { reason: string; code: string } {
  const { error } = about
  const status = error.$metadata?.httpStatusCode
  if (isMissingRegion(error)) return { reason: 'no region is set. Set AWS_REGION', code: 'no region' }
  for (const code of [error.code, error.name]) {
    const explain = code === undefined || !Object.hasOwn(explanations, code) ? undefined : explanations[code]
    if (explain !== undefined) return { reason: explain(place, about), code: code ?? '' }
  }
  const explain = status === undefined ? undefined : byStatus[status]
  const code = [status ?? error.code, error.name].filter((part) => part !== undefined).join(' ')
  if (explain !== undefined) return { reason: explain(place, about), code }
  if (status !== undefined && status >= 500)
    return { reason: `${endpointOf(place)} has an internal error. See its log`, code }
  return {
    reason: `${endpointOf(place)} rejected the request. Check AWS_ENDPOINT_URL_S3, and that the server is S3-compatible`,
    code,
  }
}

/** Whether there is no such object (a bucket that is not there is another matter). */
export function isMissingObject(error: unknown): boolean {
  const { data } = errorSchema.safeParse(error)
  return data !== undefined && (data.name === 'NoSuchKey' || data.name === 'NotFound')
}

/** `s3Failure()` says what the bucket would not do, why, and what helps. */
export function s3Failure(error: unknown, place: Place, { doing, needs }: Attempt): AppError {
  if (error instanceof AppError) return error
  const known = errorSchema.parse(error instanceof Error ? error : {})
  const { reason, code } = reasonOf(place, { error: known, needs })
  const pause = reason === slowDown(place, { error: known, needs }) ? { retryAfterMs: 5000 } : {}
  return new AppError('storage_unavailable', `Cannot ${doing} in ${place.address}: ${reason} (${code}).`, {
    cause: error,
    ...pause,
  })
}
