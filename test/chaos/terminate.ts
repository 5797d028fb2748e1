import { randomInt } from 'node:crypto'
import type { Findings } from '#test/chaos/history.ts'
import { type Installation, startInstallation } from '#test/chaos/installation.ts'
import { eventually, untilSettled } from '#test/chaos/settle.ts'
import { all } from '#test/scenarios/whole-app.ts'

export interface TerminateReport extends Findings {
  times: number
  /** Requests that were answered while the process ended, or before. */
  answered: number
  /** Requests that were done and had no answer, or that were answered with an error. */
  dropped: string[]
  /** Requests that came when nobody listened any more, and changed nothing. */
  tooLate: number
  slowestExitMs: number
  /** Other than 0. */
  exitCodes: (number | null)[]
}

const lanes = 8

/** Makes connections of its own, one after the other in each lane, until nobody listens. */
async function askUntilRefused(
  { client }: Installation,
  made: Set<string>,
  unanswered: Map<string, unknown>,
): Promise<void> {
  const lane = async (): Promise<void> => {
    for (;;) {
      const name = `Made ${made.size} ${randomInt(2 ** 40)}`
      try {
        made.add((await client.connections.create({ body: { name, source: 'table', settings: {} } })).id)
      } catch (error) {
        unanswered.set(name, error instanceof Error ? error.cause : undefined)
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
  /** With what cut them off; an answer that is an error has no such cause. */
  const unanswered = new Map<string, unknown>()
  const exitCodes: (number | null)[] = []
  let slowestExitMs = 0
  try {
    const { client, history, processes, shop } = installation
    for (let time = 0; time < times; time++) {
      await eventually('a trigger is taken', async () => (await installation.trigger()) !== null)
      const asking = askUntilRefused(installation, made, unanswered)
      await new Promise((resolve) => setTimeout(resolve, 300 + randomInt(1000)))
      const askedAtMs = performance.now()
      const code = (await processes[0]?.end('SIGTERM')) ?? null
      slowestExitMs = Math.max(slowestExitMs, Math.round(performance.now() - askedAtMs))
      if (code !== 0) exitCodes.push(code)
      await asking
      await installation.restart(0)
      log(`ended ${time + 1} of ${times} times, ${made.size} requests answered, ${unanswered.size} not`)
    }
    await untilSettled(installation)
    const findings = await history.check(client, shop)
    const kept = await all((page) => client.connections.list({ query: page }))
    const ids = new Set(kept.map(({ id }) => id))
    findings.lost.push(...[...made].filter((id) => !ids.has(id)))
    const names = new Set(kept.map(({ name }) => name))
    const dropped = [...unanswered].filter(([name, cause]) => names.has(name) || !cause).map(([name]) => name)
    const tooLate = unanswered.size - dropped.length
    return { ...findings, times, answered: made.size, dropped, tooLate, slowestExitMs, exitCodes }
  } finally {
    await installation.close()
  }
}
