import type { Fault } from '#test/chaos/faults/fault.ts'
import type { Findings } from '#test/chaos/history.ts'
import type { Installation } from '#test/chaos/installation.ts'
import { eventually, untilGettingOn, untilSettled } from '#test/chaos/settle.ts'

/** One line of the table. */
export interface FaultRow extends Findings {
  fault: string
  times: number
  /** Statuses of what was asked while it lasted; `none` for no answer within 20 seconds. */
  answers: Record<string, number>
  /** The longest time from its end to a process that is ready, an accepted trigger, and a run that gets on. */
  recoveredInMs: number
  /** What was not as it must be meanwhile. */
  wrong: string[]
}

/** Asks all the time, as people do whom an error does not stop, until it is told to end. */
function askOn({ url, trigger }: Installation, answers: Record<string, number>) {
  const state = { isOver: false }
  const count = (status: string) => {
    answers[status] = (answers[status] ?? 0) + 1
  }
  const asking = (async () => {
    while (!state.isOver) {
      const status = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(20_000) }).then(
        async (answer) => {
          await answer.arrayBuffer()
          return String(answer.status)
        },
        () => 'none',
      )
      count(status)
      if ((await trigger()) !== null) count('accepted')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  return async () => {
    state.isOver = true
    await asking
  }
}

/** Lets a fault begin in the middle of a run, and last, and end; so many times. Then holds everything against the history. */
export async function suffer(
  installation: Installation,
  fault: Fault,
  { times, lastsMs }: { times: number; lastsMs: number },
): Promise<FaultRow> {
  const { client, history, shop, url, trigger } = installation
  const answers: Record<string, number> = {}
  let recoveredInMs = 0
  for (let time = 0; time < times; time++) {
    await eventually('a trigger is taken', async () => (await trigger()) !== null)
    await history.look(shop)
    await fault.begin()
    const stop = askOn(installation, answers)
    await new Promise((resolve) => setTimeout(resolve, lastsMs * (fault.lasts ?? 1)))
    await fault.end()
    const endedAtMs = performance.now()
    await eventually('it is ready again', async () => (await fetch(`${url}/readyz`)).ok)
    await eventually('a trigger is taken again', async () => (await trigger()) !== null)
    await eventually('people are served again', async () => (await fault.isOver?.()) ?? true)
    await untilGettingOn(installation)
    recoveredInMs = Math.max(recoveredInMs, Math.round(performance.now() - endedAtMs))
    await stop()
    await untilSettled(installation)
  }
  const findings = await history.check(client, shop)
  return { fault: fault.name, times, answers, recoveredInMs, wrong: fault.wrong?.() ?? [], ...findings }
}

/** `tableText()` is what people read. */
export function tableText(rows: readonly FaultRow[]): string {
  const lines = rows.map((row) => [
    row.fault,
    row.times,
    row.lost.length,
    row.phantom.length,
    row.doubled.length + row.changed.length,
    `${(row.recoveredInMs / 1000).toFixed(1)} s`,
    Object.entries(row.answers)
      .map(([status, count]) => `${status} × ${count}`)
      .join(', '),
  ])
  const head = ['fault', 'times', 'lost', 'phantom', 'doubled', 'recovered in', 'answers meanwhile']
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** What breaks the promises of a row: the rest is for reading. */
export function wrongOf(row: FaultRow): string[] {
  const strange = Object.keys(row.answers).filter(
    (status) => !['200', '429', '503', 'none', 'accepted'].includes(status),
  )
  const late = row.recoveredInMs > mostRecoveryMs ? [`took ${row.recoveredInMs} ms to recover`] : []
  const found = [...row.lost, ...row.phantom, ...row.doubled, ...row.changed, ...row.wrong, ...late]
  return [...found, ...strange.map((status) => `answered ${status}`)].map((what) => `${row.fault}: ${what}`)
}

const mostRecoveryMs = 10_000
