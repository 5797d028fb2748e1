import { timingSafeEqual } from 'node:crypto'
import { authenticate } from '#core/access/authenticate.ts'
import { findSession } from '#core/access/session.ts'
import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { stillLasts } from '#core/wait.ts'
import { type Caller, callerOfKey, callerOfLogin, operator } from './caller.ts'

const rememberedForMs = 3000
const mostRemembered = 1000

/** What a call says of who it is from. */
export interface Credentials {
  /** The header. */
  authorization: string | undefined
  /** Of the cookie; the header comes first. */
  sessionToken: string | undefined
}

export interface Auth {
  /** @throws AppError `unauthorized` */
  callerOf(credentials: Credentials): Promise<Caller>
  /** What was changed or ended must not live on in this process: a key, a user, a session. */
  forget(id: string): void
}

/**
 * `createAuth()` knows who calls: from the header `Authorization: Bearer …`, or from the cookie of a session. Those who
 * were good are remembered for some seconds, so that polling a status reads the database once.
 */
export function createAuth(world: Pick<World, 'clock' | 'data' | 'digest'>, adminKey: string | undefined): Auth {
  /** What was read before someone was forgotten may be out of date. */
  let forgotten = 0
  const remembered = new Map<string, { caller: Caller; untilMs: number }>()
  const adminHash = adminKey === undefined ? undefined : Buffer.from(world.digest.sha256(adminKey))

  async function known(hash: string, find: () => Promise<Caller | null>): Promise<Caller | null> {
    const nowMs = world.clock.now().getTime()
    const one = remembered.get(hash)
    if (one !== undefined && stillLasts(one.untilMs, { nowMs, longestMs: rememberedForMs })) return one.caller
    const forgottenBefore = forgotten
    const caller = await find()
    if (caller === null || forgottenBefore !== forgotten) return caller
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(hash, { caller, untilMs: nowMs + rememberedForMs })
    return caller
  }

  async function ofKey(authorization: string): Promise<Caller> {
    const secret = /^Bearer +([\x21-\x7e]{1,512})$/i.exec(authorization)?.[1]
    if (secret === undefined) {
      throw new AppError('unauthorized', 'The header Authorization must be "Bearer <key>".')
    }
    const hash = world.digest.sha256(secret)
    if (adminHash && timingSafeEqual(adminHash, Buffer.from(hash))) return operator
    const caller = await known(hash, async () => {
      const key = await authenticate(world, secret)
      return key && callerOfKey(key)
    })
    if (caller === null)
      throw new AppError('unauthorized', 'This API key is unknown or revoked. Check it for typing errors.')
    return caller
  }

  async function ofSession(token: string): Promise<Caller> {
    const caller = await known(`session ${world.digest.sha256(token)}`, async () => {
      const login = await findSession(world, token)
      return login && callerOfLogin(login)
    })
    if (caller === null) throw new AppError('unauthorized', 'Your session has ended. Log in again.')
    return caller
  }

  return {
    async callerOf({ authorization, sessionToken }) {
      if (authorization !== undefined) return ofKey(authorization)
      if (sessionToken !== undefined) return ofSession(sessionToken)
      throw new AppError('unauthorized', 'Send your API key as the header "Authorization: Bearer <key>".')
    },
    forget(id) {
      forgotten += 1
      for (const [hash, { caller }] of remembered)
        if (caller.id === id || caller.credentialId === id) remembered.delete(hash)
    },
  }
}
