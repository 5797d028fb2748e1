import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import type { WireAnswer } from './wire-answer.ts'

const keptForMs = 24 * 3600 * 1000
/** A key that is claimed for longer belongs to a process that died; one that was only slow keeps nothing any more. */
const claimedForMs = 5 * 60_000

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

export interface IdempotentWork {
  work: () => Promise<WireAnswer>
  /** The work is done or has failed, but that could not be kept. */
  onNotKept: (error: unknown) => void
}

/** The key of a POST, when it has one. @throws AppError `invalid_request` */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw new AppError('invalid_request', 'The header Idempotency-Key must be 1 to 255 visible characters.')
}

/**
 * `answerOnce()` does the work at most once for a key within 24 hours and repeats its answer, which is kept sealed, since
 * it may hold a secret that is shown once. Work that fails may be tried again with the same key. Work that is done stays
 * claimed even when its answer cannot be kept: repeats are told that it is in flight until the claim ends.
 * @throws AppError `idempotency_mismatch`, `idempotency_in_flight`
 */
export async function answerOnce(
  world: Pick<World, 'clock' | 'data' | 'digest' | 'secrets'>,
  { callerId, key, parts }: IdempotentRequest,
  { work, onNotKept }: IdempotentWork,
): Promise<WireAnswer> {
  const { idempotency } = world.data
  const at = world.clock.now()
  const requestHash = world.digest.sha256(parts.map((part) => world.digest.sha256(part)).join())
  const context = `idempotency_keys.sealed_answer.${callerId}.${key}`
  const claim = { requestHash, at, expiresAt: new Date(at.getTime() + claimedForMs) }
  const earlier = await idempotency.claim(callerId, key, claim)
  if (earlier !== null) {
    if (earlier.requestHash !== requestHash) {
      throw new AppError(
        'idempotency_mismatch',
        'This Idempotency-Key came with another request before. Use a new one.',
      )
    }
    if (earlier.sealedAnswer === null) {
      const message = 'The first request with this Idempotency-Key is still running. Ask again in a moment.'
      throw new AppError('idempotency_in_flight', message, { retryAfterMs: 1000 })
    }
    return fromStored(world.secrets.open(earlier.sealedAnswer, context))
  }
  const claimedUntil = claim.expiresAt
  const answer = await work().catch(async (error) => {
    await idempotency.release(callerId, key, claimedUntil).catch(onNotKept)
    throw error
  })
  try {
    const sealedAnswer = world.secrets.seal(toStored(answer), context)
    const expiresAt = new Date(at.getTime() + keptForMs)
    await idempotency.complete(callerId, key, { claimedUntil, sealedAnswer, expiresAt })
  } catch (error) {
    onNotKept(error)
  }
  return answer
}
