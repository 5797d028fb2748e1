import { createClient } from '@pictable/client'
import fc from 'fast-check'
import { adminKey, type Installation, startInstallation } from '#test/chaos/installation.ts'
import { status } from '#test/scenarios/receiver.ts'
import { check } from './check.ts'
import type { Log } from './log.ts'
import { hasSettled, openSubject, play, readEnding, type Server, type Subject } from './play.ts'
import { type History, history, type Kill, kills } from './steps.ts'

export interface Violation {
  seed: number
  what: string[]
  log: Log
  /** The smallest history that was found to do the same. */
  smallest: string
}

export interface HistoriesReport {
  seed: number
  histories: number
  calls: number
  /** That nobody answered. */
  unanswered: number
  runs: number
  records: number
  images: number
  events: number
  kills: number
  seconds: number
  violations: Violation[]
}

export interface HistoriesOptions {
  times: number
  seed: number
  /** Of a server, each with a secret key of its own: no two may share a database. */
  settings?: () => Promise<Readonly<Record<string, string>>>
  log?: (line: string) => void
}

/** How many histories share a server: its start takes longer than one of them. */
const TOGETHER = 50
/** Longer than any backoff of runs and deliveries that a history leads to. */
const SETTLED_WITHIN_MS = 120_000
const SHRINK_FOR_MS = 60_000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A server whose callers wait while it is down. */
function serverOf(installation: Installation) {
  let up: Promise<unknown> = Promise.resolve()
  const { url, client } = installation
  const server: Server = {
    client,
    untilUp: () => up,
    async trigger(actionId, body) {
      let runId: string | null = null
      const catching = async (...args: Parameters<typeof fetch>) => {
        const answer = await fetch(...args)
        runId = answer.headers.get('x-run-id')
        return answer
      }
      const own = createClient({ baseUrl: url, apiKey: adminKey, fetch: catching })
      const tablesource = await own.tablesources.trigger({ params: { id: actionId }, body })
      if (runId === null) throw new Error('a trigger was answered without its run')
      return { runId, tablesource: Object.fromEntries(Object.entries(tablesource)) }
    },
  }
  const kill = async () => {
    up = (async () => {
      await installation.processes[0]?.end('SIGKILL')
      await installation.restart(0)
    })()
    await up
  }
  return { server, kill }
}

function receive({ receiver }: Installation, subjects: readonly Subject[]): void {
  receiver.answer = (response, { path, headers, json, body }) => {
    subjects[Number(path.split('/').at(-1))]?.taken.push({
      id: headers['webhook-id'] ?? '',
      event: String(json.event),
      runId: String(json.run_id),
      recordId: typeof json.record_id === 'string' ? json.record_id : null,
      createdAt: String(json.created_at),
      body: Buffer.from(body).toString(),
    })
    status(204)(response, { path, headers, json, body, method: '', rawHeaders: [] })
  }
}

/** @returns whether everything came to rest in time */
async function settle(server: Server, subject: Subject, untilMs: number): Promise<boolean> {
  while (!(await hasSettled(server, subject).catch(() => false))) {
    if (Date.now() > untilMs) return false
    await sleep(100)
  }
  return true
}

/** Plays histories beside each other on one server, which is killed on the way. @returns the log of each */
async function playTogether(
  histories: readonly History[],
  { kills, settings }: { kills: readonly Kill[]; settings: HistoriesOptions['settings'] },
): Promise<Log[]> {
  const own = await settings?.()
  const installation = await startInstallation({ records: 0, roles: ['both'], ...(own && { settings: () => own }) })
  try {
    const { server, kill } = serverOf(installation)
    const subjects: Subject[] = []
    receive(installation, subjects)
    for (const [n, one] of histories.entries())
      subjects.push(await openSubject(server, one, `${installation.receiver.url}/${n}`))
    const total = histories.reduce((sum, { steps }) => sum + steps.length, 0)
    let begun = 0
    let waiting = kills.toSorted((one, other) => one.permille - other.permille)
    let killing: Promise<void> = Promise.resolve()
    const onStep = () => {
      begun++
      const due = waiting.filter(({ permille }) => permille * total <= begun * 1000)
      waiting = waiting.slice(due.length)
      for (const { afterMs } of due) killing = killing.then(() => sleep(afterMs)).then(kill)
    }
    await Promise.all(
      histories.map(async (one, n) => {
        const subject = subjects[n]
        if (subject !== undefined) await play(one, subject, { server, onStep })
      }),
    )
    await killing
    const untilMs = Date.now() + SETTLED_WITHIN_MS
    const logs: Log[] = []
    for (const subject of subjects) {
      const hasCome = await settle(server, subject, untilMs)
      const ending = hasCome ? await readEnding(server, subject) : null
      logs.push({ calls: subject.calls, taken: subject.taken, ending })
    }
    return logs
  } finally {
    await installation.close()
  }
}

/** Plays the history alone, smaller and smaller, as long as anything is wrong. */
async function shrink(
  found: { history: History; kills: readonly Kill[] },
  settings: HistoriesOptions['settings'],
): Promise<string> {
  const property = fc.asyncProperty(fc.record({ history, kills }), async (one) => {
    const [log] = await playTogether([one.history], { kills: one.kills, settings })
    return log !== undefined && check(log).length === 0
  })
  const example = { history: found.history, kills: [...found.kills] }
  const result = await fc.check(property, {
    numRuns: 1,
    examples: [[example]],
    interruptAfterTimeLimit: SHRINK_FOR_MS,
  })
  return JSON.stringify(result.counterexample?.[0] ?? 'not again when it was played alone')
}

function count(report: HistoriesReport, { calls, taken, ending }: Log): void {
  report.histories++
  report.calls += calls.length
  report.unanswered += calls.filter(({ status }) => status === null).length
  report.events += taken.length
  report.images += ending?.images.length ?? 0
  for (const { run } of ending?.runs ?? []) {
    report.runs++
    report.records += run.total
  }
}

/** Plays histories made from the seed, and checks the log of each. */
export async function playHistories({
  times,
  seed,
  settings,
  log = () => {},
}: HistoriesOptions): Promise<HistoriesReport> {
  const none = { histories: 0, calls: 0, unanswered: 0, runs: 0, records: 0, images: 0, events: 0, kills: 0 }
  const report: HistoriesReport = { seed, ...none, seconds: 0, violations: [] }
  const startedAtMs = performance.now()
  for (let batch = 0; report.histories < times; batch++) {
    const batchSeed = seed + batch
    const played = fc.sample(history, { seed: batchSeed, numRuns: Math.min(TOGETHER, times - report.histories) })
    const batchKills = fc.sample(kills, { seed: batchSeed, numRuns: 1 })[0] ?? []
    const logs = await playTogether(played, { kills: batchKills, settings })
    report.kills += batchKills.length
    for (const [n, one] of logs.entries()) {
      count(report, one)
      const what = check(one)
      const wrong = played[n]
      if (what.length === 0 || wrong === undefined) continue
      log(`${what.join('\n')}\nof seed ${batchSeed}: ${JSON.stringify({ history: wrong, kills: batchKills })}`)
      const smallest = await shrink({ history: wrong, kills: batchKills }, settings)
      report.violations.push({ seed: batchSeed, what, log: one, smallest })
    }
    log(`${report.histories} of ${times} histories, ${report.violations.length} wrong`)
  }
  report.seconds = Math.round((performance.now() - startedAtMs) / 100) / 10
  return report
}
