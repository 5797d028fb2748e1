import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { type Client, createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { type Subject, subjectsOf } from '#test/chaos/answer-subjects.ts'
import { faultKey } from '#test/chaos/fault-points.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const adminKey = 'chaos-admin-key-0123456789'

export interface AnswersReport {
  kills: number
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
  subject: Subject
  name: string
  key: string
  atMs: number
}

interface Options {
  /** Kills at each moment. */
  times: number
  /** Kills at random moments, with several requests under way. */
  random: number
  /** Only every so many moments. */
  step?: number
  /** Only these kinds of requests. */
  only?: readonly string[]
  settings?: Readonly<Record<string, string>>
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
      { main: 'test/chaos/fault-server.ts' },
    )
  let process = await start()
  return {
    client: createClient({ baseUrl: url, apiKey: adminKey }),
    generation: () => generation,
    /** @returns null when nobody answered */
    post: ({ path, body }: { path: string; body: unknown }, key: string) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
        .then(async (answer) => ({ status: answer.status, text: await answer.text(), headers: answer.headers }))
        .catch(() => null),
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
  for (const { subject, name, key, atMs } of killed) {
    const post = () => mortal.post(subject.call(name), key)
    let answer = await post()
    while (answer?.status === 409) {
      if (performance.now() - atMs > options.releasedWithinMs) report.late.push(`${subject.name} ${key}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
      answer = await post()
    }
    const again = await post()
    const isRepeated = again?.headers.get('idempotency-replayed') === 'true'
    if (answer === null || answer.status >= 300 || !isRepeated || again.text !== answer.text)
      report.changed.push(`${subject.name} ${key}: ${answer?.status} ${answer?.text}, then ${again?.text}`)
    const count = await subject.count(name)
    if (count !== 1) report.doubled.push(`${subject.name} ${key}: ${count} times`)
    await subject.clear?.(name)
  }
}

interface Round {
  report: AnswersReport
  options: Options
  client: Client
}

/** How many are looked at together: claims of dead processes end at the same time. */
const TOGETHER = 10

/** Kills at one moment after the other, until the answer comes before the next one does. */
async function killAtEach(mortal: Mortal, subject: Subject, round: Round): Promise<void> {
  const { report, options } = round
  const { times, step = 1, log = () => {} } = options
  let killed: Killed[] = []
  for (let point = 0; ; point += step) {
    let isPast = false
    for (let time = 0; time < times && !isPast; time++) {
      const name = `${subject.name}${point}x${time}`
      const key = faultKey({ point, generation: mortal.generation(), name })
      isPast = (await mortal.post(subject.call(name), key)) !== null
      await mortal.restart()
      if (isPast) await subject.clear?.(name)
      else killed.push({ subject, name, key, atMs: performance.now() })
      if (!isPast) report.kills++
      if (killed.length < (subject.isAlone ? 1 : TOGETHER)) continue
      await settle(mortal, killed, round)
      killed = []
    }
    report.points[subject.name] = point
    log(`${subject.name}: ${isPast ? 'answered before' : 'killed at'} point ${point}`)
    if (isPast) break
  }
  await settle(mortal, killed, round)
}

async function killAtRandom(mortal: Mortal, subjects: readonly Subject[], round: Round): Promise<void> {
  const { report, options } = round
  for (let kill = 0; kill < options.random; kill++) {
    const started = Array.from({ length: 8 }, (_, index) => {
      const subject = subjects[index % subjects.length]
      if (subject === undefined) throw new Error('there is nothing to ask for')
      const name = `random${kill}x${index}`
      const answer = mortal.post(subject.call(name), name)
      return { subject, name, key: name, answer }
    })
    await new Promise((resolve) => setTimeout(resolve, randomInt(250)))
    await mortal.restart()
    const atMs = performance.now()
    report.kills++
    await Promise.all(started.map(({ answer }) => answer))
    await settle(
      mortal,
      started.map((one) => ({ ...one, atMs })),
      round,
    )
    options.log?.(`random kill ${kill + 1} of ${options.random}`)
  }
}

/** Kills a process while it answers requests with an Idempotency-Key, and repeats them. */
export async function killAnswers(options: Options): Promise<AnswersReport> {
  const { settings = {}, only } = options
  const report: AnswersReport = { kills: 0, points: {}, doubled: [], changed: [], late: [], seconds: 0 }
  const startedAtMs = performance.now()
  const mortal = await startMortal(settings)
  try {
    const { client } = mortal
    const all = await subjectsOf(client)
    const subjects = all.filter(({ name }) => only?.includes(name) ?? true)
    const round = { report, options, client }
    for (const subject of subjects) await killAtEach(mortal, subject, round)
    await killAtRandom(
      mortal,
      subjects.filter(({ isAlone = false }) => !isAlone),
      round,
    )
    return { ...report, seconds: (performance.now() - startedAtMs) / 1000 }
  } finally {
    await mortal.close()
  }
}
