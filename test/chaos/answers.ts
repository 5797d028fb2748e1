import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { type Subject, subjectsOf, type Target } from '#test/chaos/answer-subjects.ts'
import { faultKey, stoppedLine } from '#test/chaos/fault-points.ts'
import { programPath } from '#test/programs.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const adminKey = 'chaos-admin-key-0123456789'

export interface AnswersReport {
  /** Requests that were cut off at a chosen moment, and kills at random ones. */
  kills: number
  /** How often the process was killed and started again. */
  starts: number
  /** How many moments between the claim of a key and its answer each kind of request has. */
  points: Record<string, number>
  /** Done other than once. */
  doubled: string[]
  /** A repeat got another answer than the one before. */
  changed: string[]
  /** Refused as in flight for longer than a claim of a dead process may last. */
  late: string[]
  seconds: number
}

interface Killed {
  subject: string
  target: Target
  key: string
  atMs: number
}

interface Options {
  /** Kills at each moment; 0: at random moments only. */
  times: number
  /** Kills at random moments, with several requests under way. */
  random: number
  /** Only every so many moments. */
  step?: number
  /** Only these kinds of requests. */
  only?: readonly string[]
  settings?: Readonly<Record<string, string>>
  /** Whether a request in a transaction keeps every other one from the database. */
  isEmbedded: boolean
  /** How long the claim of a dead process may last. */
  releasedWithinMs: number
  log?: (line: string) => void
}

/** A process that can be told where to die. */
async function startMortal(settings: Readonly<Record<string, string>>) {
  const dataDir = makeDataDirectory('pictable-answers-')
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  let generation = 0
  const start = (): Promise<ServerProcess> =>
    startServerProcess(
      {
        PICTABLE_PORT: port,
        PICTABLE_DATA_DIR: dataDir,
        PICTABLE_ADMIN_KEY: adminKey,
        PICTABLE_PUBLIC_URL: url,
        PICTABLE_SEED_SAMPLE: 'false',
        PICTABLE_LOG_LEVEL: 'warn',
        PICTABLE_RENDER_PROCESSES: '1',
        FAULT_GENERATION: String(generation),
        ...settings,
      },
      { main: programPath('test/chaos/fault-server.ts') },
    )
  let process = await start()
  return {
    client: createClient({ baseUrl: url, apiKey: adminKey }),
    generation: () => generation,
    /** @returns null when nobody answered */
    post: ({ path, body }: Pick<Target, 'path' | 'body'>, key: string) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
        .then(async (answer) => ({ status: answer.status, text: await answer.text(), headers: answer.headers }))
        .catch(() => null),
    hasStopped: (key: string, place: 'inside' | 'outside') => process.log().includes(stoppedLine(key, place)),
    async restart() {
      await process.end('SIGKILL')
      generation++
      process = await start()
    },
    async close() {
      await process.end('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Mortal = Awaited<ReturnType<typeof startMortal>>

/** Repeats what was cut off until it is answered, and holds what came of it against what must be. */
async function settle(mortal: Mortal, killed: readonly Killed[], { report, options }: Round): Promise<void> {
  for (const { subject, target, key, atMs } of killed) {
    const post = () => mortal.post(target, key)
    let answer = await post()
    while (answer?.status === 409) {
      if (performance.now() - atMs > options.releasedWithinMs) report.late.push(`${subject} ${key}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
      answer = await post()
    }
    const again = await post()
    const isRepeated = again?.headers.get('idempotency-replayed') === 'true'
    if (answer === null || answer.status >= 300 || !isRepeated || again.text !== answer.text)
      report.changed.push(`${subject} ${key}: ${answer?.status} ${answer?.text}, then ${again?.text}`)
    const count = await target.count()
    if (count !== 1) report.doubled.push(`${subject} ${key}: ${count} times`)
  }
}

interface Round {
  report: AnswersReport
  options: Options
}

/** How many requests one kill cuts off at most. A claim is renewed for 15 s, and connections to the database are few. */
const TOGETHER = 8
/** A request that has neither stopped nor answered by then waits for another one. */
const BLOCKED_AFTER_MS = 5000

type Outcome = 'stopped' | 'stopped-alone' | 'blocked' | 'answered'

/** Sends a request that stops at its point. */
async function send(
  mortal: Mortal,
  { target, key }: Killed,
  { isEmbedded, blockedAfterMs }: { isEmbedded: boolean; blockedAfterMs: number },
): Promise<Outcome> {
  let isAnswered = false
  void mortal.post(target, key).then(() => {
    isAnswered = true
  })
  const untilMs = performance.now() + blockedAfterMs
  while (performance.now() < untilMs) {
    if (mortal.hasStopped(key, 'outside')) return 'stopped'
    if (mortal.hasStopped(key, 'inside')) return isEmbedded ? 'stopped-alone' : 'stopped'
    if (isAnswered) return 'answered'
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return 'blocked'
}

interface Moment {
  point: number
  time: number
}

/** Stops requests at these moments, as many as one kill can cut off. @returns them, and the moments that are left */
async function stopAt(mortal: Mortal, subject: Subject, moments: readonly Moment[], { options }: Round) {
  const stopped: Killed[] = []
  const left = [...moments]
  let reached = -1
  let isPast = false
  while (stopped.length < TOGETHER && !isPast) {
    const moment = left.shift()
    if (moment === undefined) break
    const name = `${subject.name}${moment.point}x${moment.time}g${mortal.generation()}`
    const key = faultKey({ point: moment.point, generation: mortal.generation(), name })
    const one = { subject: subject.name, target: await subject.open(name), key, atMs: performance.now() }
    // The first one has nothing to wait for.
    const blockedAfterMs = stopped.length === 0 ? 60_000 : BLOCKED_AFTER_MS
    const outcome = await send(mortal, one, { isEmbedded: options.isEmbedded, blockedAfterMs })
    isPast = outcome === 'answered'
    if (!isPast) stopped.push(one)
    if (outcome === 'blocked') left.unshift(moment)
    else if (!isPast) reached = moment.point
    if (outcome === 'blocked' || outcome === 'stopped-alone') break
  }
  return { stopped, left, reached, isPast }
}

/** Claims of a dead process may last: what was cut off is repeated later, and kills go on. */
async function settleDue(mortal: Mortal, killed: Killed[], round: Round): Promise<void> {
  const dueMs = performance.now() - round.options.releasedWithinMs
  while (killed[0] !== undefined && killed[0].atMs <= dueMs) await settle(mortal, killed.splice(0, 1), round)
}

/** Kills at one moment after the other, until the answer comes before the next one does. */
async function killAtEach(mortal: Mortal, subject: Subject, round: Round): Promise<void> {
  const { report, options } = round
  const { times, step = 1, log = () => {} } = options
  const killed: Killed[] = []
  let point = 0
  let moments: Moment[] = []
  for (let isPast = false; !isPast; ) {
    for (; moments.length < TOGETHER; point += step)
      moments.push(...Array.from({ length: times }, (_, time) => ({ point, time })))
    const batch = await stopAt(mortal, subject, moments, round)
    await mortal.restart()
    const atMs = performance.now()
    killed.push(...batch.stopped.map((one) => ({ ...one, atMs })))
    report.kills += batch.stopped.length
    report.starts++
    isPast = batch.isPast
    report.points[subject.name] = Math.max(report.points[subject.name] ?? 0, batch.reached + 1)
    log(`${subject.name}: ${batch.stopped.length} cut off, before point ${batch.left[0]?.point ?? point}`)
    moments = batch.left
    await settleDue(mortal, killed, round)
  }
  await settle(mortal, killed, round)
}

async function killAtRandom(mortal: Mortal, subjects: readonly Subject[], round: Round): Promise<void> {
  const { report, options } = round
  const killed: Killed[] = []
  for (let kill = 0; kill < options.random; kill++) {
    const started = await Promise.all(
      subjects.map(async (subject) => {
        const key = `random${kill}${subject.name}`
        return { subject: subject.name, key, target: await subject.open(key) }
      }),
    )
    const answers = started.map(({ target, key }) => mortal.post(target, key))
    await new Promise((resolve) => setTimeout(resolve, randomInt(250)))
    await mortal.restart()
    const atMs = performance.now()
    report.kills++
    report.starts++
    await Promise.all(answers)
    killed.push(...started.map((one) => ({ ...one, atMs })))
    await settleDue(mortal, killed, round)
    options.log?.(`random kill ${kill + 1} of ${options.random}`)
  }
  await settle(mortal, killed, round)
}

/** Kills a process while it answers requests with an Idempotency-Key, several at a time, and repeats them. */
export async function killAnswers(options: Options): Promise<AnswersReport> {
  const { settings = {}, only, log = () => {} } = options
  const report: AnswersReport = { kills: 0, starts: 0, points: {}, doubled: [], changed: [], late: [], seconds: 0 }
  const startedAtMs = performance.now()
  const mortal = await startMortal(settings)
  try {
    const subjects = subjectsOf(mortal.client).filter(({ name }) => only?.includes(name) ?? true)
    const round = { report, options }
    for (const subject of options.times > 0 ? subjects : []) {
      await killAtEach(mortal, subject, round)
      const { doubled, changed, late } = report
      log(`${subject.name}: ended; ${doubled.length} doubled, ${changed.length} changed, ${late.length} late so far`)
    }
    await killAtRandom(mortal, subjects, round)
    return { ...report, seconds: (performance.now() - startedAtMs) / 1000 }
  } finally {
    await mortal.close()
  }
}
