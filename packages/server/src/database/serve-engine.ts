import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Place, Request } from './pglite-engine.ts'
import { type RunningPostgres, startStop } from './start-postgres.ts'

type Running = Omit<RunningPostgres, 'pglite'>

/** Starts PostgreSQL in this thread and answers the requests of its engine, one at a time. */
export async function serveEngine(start: (place: Place) => Promise<Running>): Promise<void> {
  if (parentPort === null) throw new Error('This is the thread of a process')
  const port = parentPort
  const answer = (message: Answer) => port.postMessage(message, 'bytes' in message ? [message.bytes.buffer] : [])

  const postgres = await start(workerData).catch((error): never => {
    answer({ kind: 'refused', ...startStop(error) })
    // An error would overtake the answer, which says more.
    process.exit(1)
  })
  async function answerTo(request: Request): Promise<Answer> {
    if (request.kind === 'verify') return { kind: 'verified', ...(await postgres.verify(request.table)) }
    if (request.kind === 'run')
      return { kind: 'done', bytes: await postgres.run(request.bytes), syncs: postgres.syncCount() }
    await postgres.close()
    return { kind: 'closed' }
  }
  port.on('message', async (request: Request) => {
    try {
      answer(await answerTo(request))
    } catch (error) {
      answer({ kind: 'failed', error, death: postgres.deathReason() })
    }
  })
  answer({ kind: 'started', lists: postgres.lists })
}
