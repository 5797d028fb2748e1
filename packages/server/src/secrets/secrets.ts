import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import type { Secrets } from '#core/ports/secrets.ts'
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

/**
 * Seals by AES-256-GCM under the first key; opens what any of the keys has sealed, so that a key can be rotated.
 * The context is authenticated: a value moved to another row does not open.
 */
export function createSecrets(materials: readonly [Secret, ...Secret[]]): Secrets & { keyId: string } {
  const [current, ...older] = materials
  const newest = sealingKey(current)
  const keys = new Map([newest, ...older.map(sealingKey)].map((key) => [key.id, key]))
  return {
    keyId: newest.id,
    seal(plain, context) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newest.bytes, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      const parts = [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))
      return ['v1', newest.id, ...parts].join('.')
    },
    open(sealed, context) {
      const [version, id = '', iv = '', tag = '', text = ''] = sealed.split('.')
      const key = keys.get(id)
      if (version !== 'v1' || !key) return refuse()
      try {
        const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
          .setAAD(Buffer.from(context))
          .setAuthTag(Buffer.from(tag, 'base64url'))
        return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8')
      } catch (cause) {
        return refuse(cause)
      }
    },
    digest: (plain, context) => digestWith(newest, plain, context),
    checkDigest(digest, plain, context) {
      const key = keys.get(digest.split('.')[1] ?? '')
      if (key === undefined) return 'unknown_key'
      return digest === digestWith(key, plain, context) ? 'matches' : 'differs'
    },
  }
}
