import { AppError, type ErrorCode, isOurTrouble } from '#core/errors.ts'
import type { PatchResult } from '#core/ports/source.ts'
import { attempt, MAX_ATTEMPTS, waitBackoff } from './attempt.ts'
import type { Chunk } from './open-chunk.ts'
import { isWorthWaiting } from './worth-waiting.ts'

/** Errors that no other record would escape: they end the run. */
const fatal: ReadonlySet<ErrorCode> = new Set([
  'source_server',
  'source_auth',
  'source_forbidden',
  'source_quota',
  'source_not_found',
])

const isRetryable = (result: PatchResult | undefined) => result?.ok === false && result.retryable

/** Writes the items, those again whose results say that this can help. */
async function write<Item>(
  chunk: Chunk,
  items: readonly Item[],
  options: { send: (items: readonly Item[]) => Promise<PatchResult[]>; failures: number },
): Promise<PatchResult[]> {
  const { send, failures } = options
  const results = await attempt(() => send(items), chunk)
  const again = items.filter((_, index) => isRetryable(results[index]))
  if (again.length === 0 || failures >= MAX_ATTEMPTS) return results
  await waitBackoff(chunk, { failures })
  const repeated = await write(chunk, again, { send, failures: failures + 1 })
  return results.map((result) => (isRetryable(result) ? (repeated.shift() ?? result) : result))
}

/**
 * One result for each item, also when the call as a whole failed. An error that no other record would escape ends the run.
 * @throws AppError when the table may answer later: what was to be written then stays to be done
 */
export async function tryWriting<Item>(
  chunk: Chunk,
  items: readonly Item[],
  send: (items: readonly Item[]) => Promise<PatchResult[]>,
): Promise<PatchResult[]> {
  const failAll = (code: string, message: string) =>
    items.map((): PatchResult => ({ ok: false, code, message, retryable: false }))
  if (items.length === 0) return []
  if (chunk.failure !== null) return failAll(chunk.failure.code, chunk.failure.message)
  try {
    return await write(chunk, items, { send, failures: 1 })
  } catch (error) {
    if (chunk.signal.aborted || isOurTrouble(error) || !(error instanceof AppError)) throw error
    const { world, run } = chunk
    if (isWorthWaiting(error, run, world.clock.now())) {
      chunk.trouble = error
      throw error
    }
    const { code, message } = error
    if (fatal.has(code)) chunk.failure = { code, message }
    return failAll(code, message)
  }
}
