import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'

const serviceAccount = z.looseObject({
  type: z.literal('service_account'),
  client_email: z.string().min(3).max(300),
  private_key: z.string().min(1),
})
const authorizedUser = z.looseObject({
  type: z.literal('authorized_user'),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  refresh_token: z.string().min(1),
})
const anyCredentials = z.discriminatedUnion('type', [serviceAccount, authorizedUser])

/** What Google gives as a JSON file: the key of a service account, or the grant of a person by OAuth. */
export type Credentials =
  | { type: 'service_account'; email: string; key: KeyObject }
  | { type: 'authorized_user'; clientId: string; clientSecret: string; refreshToken: string }

const SCOPES = 'https://www.googleapis.com/auth/spreadsheets https://www.googleapis.com/auth/drive.metadata.readonly'
const LIFE_SECONDS = 3600
/** Clocks differ: Google rejects what was signed in its future. */
const EARLIER_SECONDS = 30

const howToGet =
  'Download a JSON key in the Google Cloud console (IAM & Admin, Service accounts, Keys) and paste the whole file'

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function keyOf(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}

function problemWith(given: unknown, error: z.ZodError): string {
  const { type } = z.looseObject({ type: z.unknown() }).catch({ type: undefined }).parse(given)
  if (type !== 'service_account' && type !== 'authorized_user')
    return `must be a key of a service account: its "type" is ${JSON.stringify(type) ?? 'missing'} instead of "service_account". ${howToGet}`
  const names = error.issues.map(({ path }) => `"${path.join('.')}"`).join(', ')
  return `lacks ${names} or has another value there than text. ${howToGet}`
}

/** @returns what is wrong, to follow the name of the setting; never quotes what was given */
export function readCredentials(text: string): { credentials: Credentials } | { problem: string } {
  const given = jsonOf(text)
  if (given === undefined) return { problem: `is not JSON. ${howToGet}` }
  const parsed = anyCredentials.safeParse(given)
  if (!parsed.success) return { problem: problemWith(given, parsed.error) }
  const { data } = parsed
  if (data.type === 'authorized_user') {
    const { type, client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken } = data
    return { credentials: { type, clientId, clientSecret, refreshToken } }
  }
  const key = keyOf(data.private_key)
  if (key === null)
    return { problem: `has a "private_key" that is no RSA key in PEM form: it was cut off. ${howToGet}` }
  return { credentials: { type: data.type, email: data.client_email, key } }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A signed request for an access token (RFC 7523). */
function assertionOf({ email, key }: { email: string; key: KeyObject }, audience: string, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000) - EARLIER_SECONDS
  const claims = { iss: email, scope: SCOPES, aud: audience, iat, exp: iat + LIFE_SECONDS }
  const text = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}

/** The form that Google exchanges for an access token. */
export function tokenRequest(credentials: Credentials, audience: string, now: Date): URLSearchParams {
  if (credentials.type === 'authorized_user')
    return new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      refresh_token: credentials.refreshToken,
    })
  const assertion = assertionOf(credentials, audience, now)
  return new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
}

/** Who reads and writes, as messages name it. */
export function accountOf(credentials: Credentials): string | null {
  return credentials.type === 'service_account' ? credentials.email : null
}
