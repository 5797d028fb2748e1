import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import type { Secrets } from '#core/ports/secrets.ts'
import { SECRET_MOVED_TEXT } from '#core/secret-moved.ts'
import type { Secret } from './secret.ts'

interface SealingKey {
  /** Says which key sealed a value without telling anything of the key. */
  id: string
  bytes: Uint8Array
  forDigests: Uint8Array
}

/** Any key material of enough length becomes 32 bytes for sealing, 32 for digests and, apart from them, a public id. */
function sealingKey(material: Secret): SealingKey {
  const derive = (use: string, length: number) =>
    new Uint8Array(hkdfSync('sha256', material.reveal(), 'pictable', use, length))
  const id = Buffer.from(derive('key id', 6)).toString('hex')
  return { id, bytes: derive('sealing', 32), forDigests: derive('digests', 32) }
}

function digestWith({ id, forDigests }: SealingKey, plain: string, context: string): string {
  const hmac = createHmac('sha256', forDigests).update(JSON.stringify([context, plain]))
  return ['v1', id, hmac.digest('base64url')].join('.')
}

function refuse(cause?: unknown): never {
  throw new AppError(
    'internal',
    'A stored secret cannot be decrypted with the secret key of this process. Start with the PICTABLE_SECRET_KEY that encrypted it.',
    { cause },
  )
}

/** `v2` seals what the text is bound to together with it. */
type Version = 'v1' | 'v2'

const aadOf = (version: Version, context: string) => Buffer.from(version === 'v1' ? context : `v2 ${context}`)

const boundText = (plain: string, boundTo: string) => `${hash('sha256', boundTo, 'base64url')} ${plain}`

function sealWith({ id, bytes }: SealingKey, { version, text }: Opened, context: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', bytes, iv).setAAD(aadOf(version, context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const parts = [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))
  return [version, id, ...parts].join('.')
}

interface Opened {
  version: Version
  text: string
}

function openWith(keys: ReadonlyMap<string, SealingKey>, sealed: string, context: string): Opened {
  const [version, id = '', iv = '', tag = '', text = ''] = sealed.split('.')
  const key = keys.get(id)
  if ((version !== 'v1' && version !== 'v2') || !key) return refuse()
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
      .setAAD(aadOf(version, context))
      .setAuthTag(Buffer.from(tag, 'base64url'))
    const opened = Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()])
    return { version, text: opened.toString('utf8') }
  } catch (cause) {
    return refuse(cause)
  }
}

export interface SealingSecrets extends Secrets {
  keyId: string
  /** Seals under the newest key what any of the keys has sealed. What it is bound to stays. */
  reseal(sealed: string, context: string): string
}

/**
 * Seals by AES-256-GCM under the first key; opens what any of the keys has sealed, so that a key can be rotated.
 * The context is authenticated: a value moved to another row does not open.
 */
export function createSecrets(materials: readonly [Secret, ...Secret[]]): SealingSecrets {
  const [current, ...older] = materials
  const newest = sealingKey(current)
  const keys = new Map([newest, ...older.map(sealingKey)].map((key) => [key.id, key]))
  return {
    keyId: newest.id,
    seal(plain, context, boundTo) {
      if (boundTo === undefined) return sealWith(newest, { version: 'v1', text: plain }, context)
      return sealWith(newest, { version: 'v2', text: boundText(plain, boundTo) }, context)
    },
    open(sealed, context, boundTo) {
      const { version, text } = openWith(keys, sealed, context)
      if (version === 'v1') return text
      if (boundTo === undefined) return refuse()
      const prefix = boundText('', boundTo)
      if (!text.startsWith(prefix)) throw new AppError('secret_moved', SECRET_MOVED_TEXT)
      return text.slice(prefix.length)
    },
    reseal: (sealed, context) => sealWith(newest, openWith(keys, sealed, context), context),
    digest: (plain, context) => digestWith(newest, plain, context),
    checkDigest(digest, plain, context) {
      const key = keys.get(digest.split('.')[1] ?? '')
      if (key === undefined) return 'unknown_key'
      return digest === digestWith(key, plain, context) ? 'matches' : 'differs'
    },
  }
}
