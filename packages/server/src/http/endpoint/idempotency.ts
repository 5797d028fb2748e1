import type { Endpoint } from '@pictable/client'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { startLoop } from '#core/loop.ts'
import type { Claim } from '#core/ports/data/access.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { unlessMoved } from '#core/secret-moved.ts'
import { openUnitOfWork } from './unit-of-work.ts'
import type { WireAnswer } from './wire-answer.ts'

const KEPT_FOR_MS = 24 * 3600 * 1000
/** A process renews the claims of its requests. Those of a process that died end after this time. */
const CLAIMED_FOR_MS = 15_000
const RENEW_EVERY_MS = CLAIMED_FOR_MS / 3

const storedAnswer = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  text: z.string().nullable(),
  base64: z.string().nullable(),
})

function toStored({ status, headers, payload }: WireAnswer): string {
  const text = typeof payload === 'string' ? payload : null
  const base64 = payload instanceof Uint8Array ? Buffer.from(payload).toString('base64') : null
  return JSON.stringify({ status, headers, text, base64 })
}

function fromStored(json: string): WireAnswer {
  const { status, headers, text, base64 } = storedAnswer.parse(JSON.parse(json))
  const payload = base64 === null ? text : new Uint8Array(Buffer.from(base64, 'base64'))
  return { status, headers: { ...headers, 'idempotency-replayed': 'true' }, payload }
}

export interface IdempotentRequest {
  callerId: string
  key: string
  /** All that makes the request this one: method, URL, content type, body. */
  parts: readonly (string | Uint8Array)[]
}

/** What the work of a request is given. */
export interface Once {
  /** Everything written from the first transaction on commits together with the answer. */
  data: Data
  /** Commits what was written so far with this answer. Repeats get it if the process dies before it answers. */
  keep(answer: WireAnswer): Promise<void>
}

export interface IdempotentWork {
  work: (once: Once) => Promise<WireAnswer>
  /** Written in the transaction of the answer. */
  along: (data: Data, answer: WireAnswer) => Promise<void>
  /** The claim could not be released. It ends by itself. */
  onNotReleased: (error: unknown) => void
}

type OnceWorld = Pick<World, 'clock' | 'data' | 'digest' | 'log' | 'newId' | 'random' | 'recovery' | 'secrets'>

/**
 * Whether requests with an Idempotency-Key are done once and their answers stored. What logs someone in is not stored. What
 * changes nothing need not be, and may be a large picture: keys that only read would fill the disk.
 */
export function isOnce({ method, setsCookie, changesNothing }: Endpoint): boolean {
  return method === 'POST' && !setsCookie && !changesNothing
}

/** The key of a POST, when it has one. @throws AppError `invalid_request` */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw new AppError('invalid_request', 'The header Idempotency-Key must be 1 to 255 visible characters.')
}

const inFlight = () =>
  new AppError(
    'idempotency_in_flight',
    'The first request with this Idempotency-Key is still running. Retry in a moment.',
    { retryAfterMs: 1000 },
  )

const contextOf = ({ caller, key }: Claim) => `idempotency_keys.sealed_answer.${caller}.${key}`
/** The request is stored as a keyed digest: a plain hash of a password in it could be guessed by those with the database. */
const requestContextOf = ({ caller, key }: Claim) => `idempotency_keys.request_hash.${caller}.${key}`

const mismatch = () =>
  new AppError('idempotency_mismatch', 'This Idempotency-Key was already used with a different request. Use a new one.')

/** Claims the key for the request of this hash. @returns null, or the answer that is kept already */
async function claimKey(world: OnceWorld, claim: Claim, hash: string): Promise<WireAnswer | null> {
  const at = world.clock.now()
  const context = requestContextOf(claim)
  const requestHash = world.secrets.digest(hash, context)
  const expiresAt = new Date(at.getTime() + CLAIMED_FOR_MS)
  const earlier = await world.data.idempotency.claim(claim, { requestHash, at, expiresAt })
  if (earlier === null) return null
  // Under a key that is gone, or of an earlier release, it cannot be compared: then the Idempotency-Key decides.
  const { requestHash: stored, sealedAnswer } = earlier
  if (world.secrets.checkDigest(stored, hash, context) === 'differs') throw mismatch()
  if (sealedAnswer === null) throw inFlight()
  // Bound to its request: who can write to the database but lacks the key cannot have it answered to another one.
  const opened = unlessMoved(() => world.secrets.open(sealedAnswer, contextOf(claim), stored), null)
  if (opened === null) throw mismatch()
  return fromStored(opened)
}

/** Keeps answers for the claim in the transaction of the work. */
function createKeeper(
  world: OnceWorld,
  { claim, hash }: { claim: Claim; hash: string },
  along: IdempotentWork['along'],
) {
  const requestHash = world.secrets.digest(hash, requestContextOf(claim))
  const unit = openUnitOfWork(world.data)
  let isKept = false
  return {
    unit,
    keep: (answer: WireAnswer) =>
      unit.commit(async (data) => {
        const sealedAnswer = world.secrets.seal(toStored(answer), contextOf(claim), requestHash)
        const expiresAt = new Date(world.clock.now().getTime() + KEPT_FOR_MS)
        // Another request has the claim now: what this one did must not count beside it.
        if (!(await data.idempotency.complete(claim, { sealedAnswer, expiresAt }))) throw inFlight()
        if (!isKept) await along(data, answer)
        isKept = true
      }),
  }
}

/**
 * `answerOnce()` does the work once for a key within 24 hours and repeats its answer. The answer commits in the transaction of the
 * work, so that no crash leaves one without the other; it is sealed, since it may hold a secret that is shown once. Work that
 * fails may be tried again with the same key.
 * @throws AppError `idempotency_mismatch`, `idempotency_in_flight`
 */
export async function answerOnce(
  world: OnceWorld,
  { callerId, key, parts }: IdempotentRequest,
  { work, along, onNotReleased }: IdempotentWork,
): Promise<WireAnswer> {
  const { idempotency } = world.data
  const claim: Claim = { caller: callerId, key, id: world.newId('claim') }
  const hash = world.digest.sha256(parts.map((part) => world.digest.sha256(part)).join())
  const kept = await claimKey(world, claim, hash)
  if (kept !== null) return kept
  const { unit, keep } = createKeeper(world, { claim, hash }, along)
  const renew = () => idempotency.renew(claim, new Date(world.clock.now().getTime() + CLAIMED_FOR_MS))
  const renewal = startLoop(world, renew, {
    everyMs: RENEW_EVERY_MS,
    afterMs: RENEW_EVERY_MS,
    failure: 'The claim of an Idempotency-Key could not be renewed',
  })
  try {
    const answer = await work({ data: unit.data, keep })
    await keep(answer)
    return answer
  } catch (error) {
    const release = (data: Data) => data.idempotency.release(claim)
    // A problem is an answer too: what was written for it (an event, say) stays. Anything else is undone.
    const end = error instanceof AppError ? unit.commit(release) : unit.rollBack().then(() => release(world.data))
    await end.catch(() => release(world.data)).catch(onNotReleased)
    throw error
  } finally {
    // The answer does not wait for a renewal that is under way.
    void renewal.stop()
  }
}
