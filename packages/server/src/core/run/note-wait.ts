import type { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'

/** Keeps what a run waits for, to be seen until it gets on. */
export async function noteWait({ data }: Pick<World, 'data'>, runId: string, error: AppError): Promise<void> {
  const { code, message } = error
  // A database that does not answer cannot keep it either: the error itself is what has to be told then.
  await data.runs.update(runId, { waitingFor: { code, message } }).catch(() => {})
}
