import type { AppError } from '#core/errors.ts'
import type { OnHeld } from '#core/ports/sources.ts'
import type { World } from '#core/ports/world.ts'
import type { Run } from './run.ts'

/** Keeps what a run waits for, to be seen until it gets on. `run` is as it was before this try. */
export async function noteWait(
  { clock, data }: Pick<World, 'clock' | 'data'>,
  { id, waitingFor }: Pick<Run, 'id' | 'waitingFor'>,
  { code, message }: AppError,
): Promise<void> {
  const since = waitingFor?.since ?? clock.now().toISOString()
  // A database that does not answer cannot keep it either: the error itself is what has to be told then.
  await data.runs.update(id, { waitingFor: { code, message, since } }).catch(() => {})
}

/** Keeps that a vendor holds a run up, and until when, as often as it is told. */
export function noteHeld({ data }: Pick<World, 'data'>, runId: string): OnHeld {
  return ({ product, until }) => {
    const message = `${product} limits the requests, so Pictable pauses.`
    const waitingFor = { code: 'source_rate_limited', message, until: until.toISOString() }
    // the next time is a second away
    data.runs.update(runId, { waitingFor }).catch(() => {})
  }
}
