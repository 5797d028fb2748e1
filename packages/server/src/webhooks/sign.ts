import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

export interface Signable {
  /** The live secrets, newest first. Only the newest five sign; without any the delivery is unsigned. */
  secrets: readonly string[]
  /** The delivery's id, the same on every attempt. */
  id: string
  /** Unix time of this attempt, in whole seconds. */
  timestampSeconds: number
  /** Exactly the bytes that are sent. */
  body: Uint8Array
}

type Identity = { 'webhook-id': string; 'webhook-timestamp': string }
export type SignatureHeaders = Identity | (Identity & { 'X-Service-Signature': string; 'webhook-signature': string })

const mostSignatures = 5
const base64Secret = /^whsec_(?=.)((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?)$/

/** The key of Standard Webhooks: what follows `whsec_`, decoded; a secret of any other form is used as it was typed. */
function standardKey(secret: string): Buffer {
  const encoded = base64Secret.exec(secret)?.[1]
  return encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64')
}

/** A secret as the keys of both families of headers. */
interface Keys {
  service: KeyObject
  standard: KeyObject
}

/** Making the key object takes four times as long as signing with it. */
const mostKept = 1000
const kept = new Map<string, Keys>()

function keysOf(secret: string): Keys {
  const known = kept.get(secret)
  if (known !== undefined) return known
  const keys = {
    service: createSecretKey(Buffer.from(secret)),
    standard: createSecretKey(standardKey(secret)),
  }
  if (kept.size >= mostKept) kept.clear()
  kept.set(secret, keys)
  return keys
}

function hmac(key: KeyObject, prefix: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${prefix}.`).update(body).digest()
}

/** A bad one would not fail here but at every receiver, or sign with a key that everybody knows. */
function refuseUnsignable({ secrets, id, timestampSeconds }: Signable): void {
  if (secrets.includes('')) throw new TypeError('Cannot sign a webhook: a secret is empty')
  if (!/^[\w-]+$/.test(id)) throw new TypeError(`Cannot sign a webhook: "${id}" is not an id`)
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0) {
    throw new TypeError(`Cannot sign a webhook: ${timestampSeconds} is not a Unix time in whole seconds`)
  }
}

/**
 * `signatureHeaders()` signs one attempt of a delivery: for Stripe's verifiers by `X-Service-Signature`, keyed with the
 * secret as it is written, and for Standard Webhooks 1.0 by the `webhook-*` headers.
 */
export function signatureHeaders(signable: Signable): SignatureHeaders {
  refuseUnsignable(signable)
  const { id, body } = signable
  const timestamp = String(signable.timestampSeconds)
  const keys = signable.secrets.slice(0, mostSignatures).map(keysOf)
  const identity = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  if (keys.length === 0) return identity
  const service = keys.map((key) => `v1=${hmac(key.service, timestamp, body).toString('hex')}`)
  const standard = keys.map((key) => `v1,${hmac(key.standard, `${id}.${timestamp}`, body).toString('base64')}`)
  return {
    'X-Service-Signature': [`t=${timestamp}`, ...service].join(','),
    ...identity,
    'webhook-signature': standard.join(' '),
  }
}
