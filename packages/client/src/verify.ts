import type { z } from 'zod'
import type { webhookEvents } from './contract/webhook-events.ts'

/**
 * What a webhook of Pictable says, told apart by `event`. A later version may add fields, and events that this one does
 * not know.
 */
export type WebhookEvent = z.output<(typeof webhookEvents)[keyof typeof webhookEvents]>

/**
 * `missing_header`, `malformed_header`: not signed as Pictable signs; `mismatch`: by another secret, or changed on the
 * way; `too_old`, `too_new`: genuine, but replayed, or one of the clocks is wrong.
 */
export type WebhookVerificationCode = 'missing_header' | 'malformed_header' | 'mismatch' | 'too_old' | 'too_new'

export class WebhookVerificationError extends Error {
  readonly code: WebhookVerificationCode

  constructor(code: WebhookVerificationCode, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.code = code
  }
}

/** `Headers` of any make. */
type HeaderReader = { get(name: string): string | null | undefined }
type WebhookHeaders = HeaderReader | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** The body exactly as it was received, before any parsing. */
  body: string | Uint8Array
  /** Names in any case. */
  headers: WebhookHeaders
  /** The webhook's secret; several while a receiver changes over. */
  secret: string | readonly string[]
  /** How far `now` may be from the time of signing, both ways. Default: 300. */
  toleranceSeconds?: number
  /** Default: the present. */
  now?: Date
}

/** What one family of headers claims: these signatures over `timestamp`, this prefix and the body. */
interface Claim {
  timestamp: string
  prefix: string
  signatures: readonly string[]
  keyOf: (secret: string) => Uint8Array<ArrayBuffer>
  textOf: (digest: Uint8Array) => string
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const binary = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const base64Secret = /^whsec_(?=.)((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?)$/

/** The key of Standard Webhooks: what follows `whsec_`, decoded; a secret of any other form is used as it was typed. */
function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  const encoded = base64Secret.exec(secret)?.[1]
  return encoded === undefined ? utf8(secret) : Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0))
}

function isReader(headers: WebhookHeaders): headers is HeaderReader {
  return typeof headers.get === 'function'
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (isReader(headers)) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' || value === undefined ? value : value.join(', ')
}

function malformed(name: string): WebhookVerificationError {
  return new WebhookVerificationError(
    'malformed_header',
    `The header ${name} does not have the format that Pictable sends`,
  )
}

function isTime(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,12}$/.test(text)
}

function valuesAfter(prefix: string, parts: readonly string[]): string[] {
  return parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length))
}

/** `t=1700000000,v1=…[,v1=…]`; other schemes may stand beside them. */
function serviceClaim(header: string): Claim {
  const [timestamp, ...repeated] = valuesAfter('t=', header.split(','))
  const signatures = valuesAfter('v1=', header.split(','))
  if (!isTime(timestamp) || repeated.length > 0 || signatures.length === 0) throw malformed('X-Service-Signature')
  return { timestamp, prefix: `${timestamp}.`, signatures, keyOf: utf8, textOf: hex }
}

/** `v1,…[ v1,…]` over id and time, as in Standard Webhooks 1.0. */
function standardClaim(header: string, headers: WebhookHeaders): Claim {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  if (id === undefined || timestamp === undefined) {
    throw new WebhookVerificationError(
      'missing_header',
      'The header webhook-id or webhook-timestamp is missing, which webhook-signature needs',
    )
  }
  // A dot in the id would let its end be read as the time.
  if (!/^[^.\s]+$/.test(id)) throw malformed('webhook-id')
  if (!isTime(timestamp)) throw malformed('webhook-timestamp')
  const signatures = valuesAfter('v1,', header.split(' '))
  if (signatures.length === 0) throw malformed('webhook-signature')
  const textOf = (digest: Uint8Array) => btoa(binary(digest))
  return { timestamp, prefix: `${id}.${timestamp}.`, signatures, keyOf: standardKey, textOf }
}

function claimOf(headers: WebhookHeaders): Claim {
  const service = headerOf(headers, 'x-service-signature')
  if (service !== undefined) return serviceClaim(service)
  const standard = headerOf(headers, 'webhook-signature')
  if (standard !== undefined) return standardClaim(standard, headers)
  throw new WebhookVerificationError(
    'missing_header',
    'The headers X-Service-Signature and webhook-signature are missing. Check that the webhook has a secret',
  )
}

/** Takes as long for a wrong first character as for a wrong last one. */
function equalInConstantTime(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}

async function isGenuine(claim: Claim, body: Uint8Array, secret: string): Promise<boolean> {
  const prefix = utf8(claim.prefix)
  const message = new Uint8Array(prefix.length + body.length)
  message.set(prefix)
  message.set(body, prefix.length)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', claim.keyOf(secret), algorithm, false, ['sign'])
  const expected = claim.textOf(new Uint8Array(await crypto.subtle.sign('HMAC', key, message)))
  return claim.signatures.filter((signature) => equalInConstantTime(signature, expected)).length > 0
}

/** Written so that a number that is none (NaN) refuses. */
function refuseUnlessRecent(timestamp: string, now: Date, toleranceSeconds: number): void {
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(timestamp)
  if (-ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError(
      'too_new',
      `Signed ${-ageSeconds} s in the future. Check the clock of this machine`,
    )
  }
  if (!(ageSeconds <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      'too_old',
      `Signed ${ageSeconds} s ago, and at most ${toleranceSeconds} s are allowed. Check the clock of this machine`,
    )
  }
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return utf8(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  throw new TypeError('verify() needs the body as it was received, text or bytes, not parsed JSON')
}

/**
 * `verify()` makes sure that a webhook comes from Pictable, unchanged and just now, and returns what it says. It reads
 * `X-Service-Signature`, or else the headers of Standard Webhooks, and runs wherever WebCrypto does.
 * @throws WebhookVerificationError when it must not be trusted; `code` says why
 * @throws TypeError when no secret is given, or the body is not the received text or bytes
 */
export async function verify({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
  now = new Date(),
}: VerifyOptions): Promise<WebhookEvent> {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0 || !secrets.every(Boolean)) throw new TypeError('verify() needs the secret of the webhook')
  const bytes = bytesOf(body)
  const claim = claimOf(headers)
  const verdicts = await Promise.all(secrets.map((each) => isGenuine(claim, bytes, each)))
  if (!verdicts.includes(true)) {
    throw new WebhookVerificationError('mismatch', 'The signature does not match the body and the secret')
  }
  refuseUnlessRecent(claim.timestamp, now, toleranceSeconds)
  // The signature proves who wrote it, so that its shape need not be checked again.
  return JSON.parse(new TextDecoder().decode(bytes))
}
