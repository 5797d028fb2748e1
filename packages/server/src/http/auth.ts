import { timingSafeEqual } from 'node:crypto'
import type { ApiKey } from '#core/access/api-key.ts'
import { authenticate } from '#core/access/authenticate.ts'
import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { type Caller, operator } from './caller.ts'

const rememberedForMs = 3000
const mostRemembered = 1000

export interface Auth {
  /** @throws AppError `unauthorized` */
  callerOf(authorization: string | undefined): Promise<Caller>
  /** A revoked key must not live on in this process. */
  forget(keyId: string): void
}

/**
 * `createAuth()` knows who calls from the header `Authorization: Bearer …`. Keys that were good are remembered for
 * some seconds, so that polling a status reads the database once.
 */
export function createAuth(world: Pick<World, 'clock' | 'data' | 'digest'>, adminKey: string | undefined): Auth {
  const remembered = new Map<string, { key: ApiKey; untilMs: number }>()
  const adminHash = adminKey === undefined ? undefined : Buffer.from(world.digest.sha256(adminKey))

  async function keyOf(secret: string, hash: string): Promise<ApiKey | null> {
    const nowMs = world.clock.now().getTime()
    const known = remembered.get(hash)
    if (known !== undefined && known.untilMs > nowMs) return known.key
    const key = await authenticate(world, secret)
    if (key === null) return null
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(hash, { key, untilMs: nowMs + rememberedForMs })
    return key
  }

  return {
    async callerOf(authorization) {
      if (authorization === undefined) {
        throw new AppError('unauthorized', 'Send your API key as the header "Authorization: Bearer <key>".')
      }
      const secret = /^Bearer +([\x21-\x7e]{1,512})$/i.exec(authorization)?.[1]
      if (secret === undefined) {
        throw new AppError('unauthorized', 'The header Authorization must be "Bearer <key>".')
      }
      const hash = world.digest.sha256(secret)
      if (adminHash && timingSafeEqual(adminHash, Buffer.from(hash))) return operator
      const key = await keyOf(secret, hash)
      if (key === null) throw new AppError('unauthorized', 'This API key is unknown, mistyped or revoked.')
      return key
    },
    forget(keyId) {
      for (const [hash, { key }] of remembered) if (key.id === keyId) remembered.delete(hash)
    },
  }
}
