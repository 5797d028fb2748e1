import { randomInt } from 'node:crypto'
import type { Findings } from '#test/chaos/history.ts'
import { type Installation, startInstallation } from '#test/chaos/installation.ts'
import { eventually, untilSettled } from '#test/chaos/settle.ts'
import { all } from '#test/scenarios/whole-app.ts'

export interface TerminateReport extends Findings {
  times: number
  /** Requests that were answered while the process ended, or before. */
  answered: number
  /** Requests that were taken, and had no answer. */
  dropped: string[]
  slowestExitMs: number
  /** Other than 0. */
  exitCodes: (number | null)[]
}

const lanes = 8

/** Makes connections of its own, one after the other in each lane, until nobody listens. */
async function askUntilRefused({ client }: Installation, made: Set<string>, dropped: string[]): Promise<void> {
  const lane = async (): Promise<void> => {
    for (;;) {
      const name = `Made ${made.size} ${randomInt(2 ** 40)}`
      try {
        made.add((await client.connections.create({ body: { name, source: 'table', settings: {} } })).id)
      } catch (error) {
        const cause = error instanceof Error ? String(Object(error.cause).code ?? error) : String(error)
        // Nobody listens any more: this was never taken.
        if (cause !== 'ECONNREFUSED') dropped.push(cause)
        return
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Asks the process to end by SIGTERM, in the middle of a run and of requests, and starts it again; so many times. */
export async function terminate(options: { times: number; log?: (line: string) => void }): Promise<TerminateReport> {
  const { times, log = () => {} } = options
  const installation = await startInstallation({ records: 60, roles: ['both'] })
  const made = new Set<string>()
  const dropped: string[] = []
  const exitCodes: (number | null)[] = []
  let slowestExitMs = 0
  try {
    const { client, history, processes, actionId, tableId } = installation
    for (let time = 0; time < times; time++) {
      await eventually('a trigger is taken', async () => (await installation.trigger()) !== null)
      const asking = askUntilRefused(installation, made, dropped)
      await new Promise((resolve) => setTimeout(resolve, 300 + randomInt(1000)))
      const askedAtMs = performance.now()
      const code = (await processes[0]?.end('SIGTERM')) ?? null
      slowestExitMs = Math.max(slowestExitMs, Math.round(performance.now() - askedAtMs))
      if (code !== 0) exitCodes.push(code)
      await asking
      await installation.restart(0)
      log(`ended ${time + 1} of ${times} times, ${made.size} requests answered, ${dropped.length} dropped`)
    }
    await untilSettled(installation)
    const findings = await history.check(client, { actionId, tableId, withEvents: true })
    const kept = new Set((await all((page) => client.connections.list({ query: page }))).map(({ id }) => id))
    findings.lost.push(...[...made].filter((id) => !kept.has(id)))
    return { ...findings, times, answered: made.size, dropped, slowestExitMs, exitCodes }
  } finally {
    await installation.close()
  }
}
