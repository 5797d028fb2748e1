import { Client } from 'pg'
import type { Fault } from '#test/chaos/faults/fault.ts'
import type { Installation } from '#test/chaos/installation.ts'
import { eventually } from '#test/chaos/settle.ts'

/** Its records go on within 15 seconds; then the run has to come to its end, which a busy machine makes slow. */
const mostWaitedMs = ({ usualMs }: { usualMs: number }) => 20_000 + 3 * usualMs
/** By then each machine that works at a run has something to write about it. */
const lockedForMs = 1500

/**
 * Nobody gets on with these runs while `work` is done: who wants to waits, in the middle of a transaction.
 * @returns whether one was still under way
 */
async function whileLocked(database: string, runIds: readonly string[], work: () => void): Promise<boolean> {
  const client = new Client({ connectionString: database })
  await client.connect()
  try {
    await client.query('begin')
    const text = 'select id from runs where id = any($1) and finished_at is null for update'
    if ((await client.query(text, [runIds])).rowCount === 0) return false
    await new Promise((resolve) => setTimeout(resolve, lockedForMs))
    work()
    return true
  } finally {
    await client.end()
  }
}

/**
 * A machine that stands still, as when it is moved to another host or its network is gone: what it has open stays open. It
 * is let go once the others have done all that it was at, and goes on where it was.
 */
export function holdMachine(
  { processes, client, shop, trigger }: Installation,
  index: number,
  database: string,
): Fault[] {
  const signal = (name: NodeJS.Signals) => {
    const pid = processes[index]?.pid
    if (pid === undefined || !process.kill(pid, name)) throw new Error(`there is no process ${index}`)
  }
  const stop = () => {
    signal('SIGSTOP')
    return true
  }

  async function runsUnderWay(): Promise<string[]> {
    const { results } = await client.runs.list({ query: { action_id: shop.actionId, limit: 20 } })
    return results.filter(({ finished_at }) => finished_at === null).map(({ id }) => id)
  }

  function held(name: string, hold: (runIds: readonly string[]) => Promise<boolean>): Fault {
    const wrong: string[] = []
    let runIds: string[] = []
    let heldAtMs = 0
    let usualMs = 0
    return {
      name,
      async begin() {
        const beganAtMs = performance.now()
        await eventually('a run ends as usual', async () => (await runsUnderWay()).length === 0)
        usualMs = performance.now() - beganAtMs
        await eventually('it is held while a run is under way', async () => {
          await trigger()
          runIds = await runsUnderWay()
          return runIds.length > 0 && (await hold(runIds))
        })
        heldAtMs = performance.now()
      },
      async end() {
        try {
          await eventually('the others have done what it was at', async () => {
            const left = new Set(await runsUnderWay())
            return !runIds.some((id) => left.has(id))
          })
        } finally {
          signal('SIGCONT')
        }
        const waitedMs = Math.round(performance.now() - heldAtMs)
        if (waitedMs > mostWaitedMs({ usualMs }))
          wrong.push(`the others had done what it was at after ${waitedMs} ms, usually ${Math.round(usualMs)} ms`)
      },
      wrong: () => wrong,
    }
  }

  return [
    held('a worker hangs for a while', async () => stop()),
    held('a worker hangs in the middle of a transaction', (runIds) => whileLocked(database, runIds, stop)),
  ]
}
