import { randomInt } from 'node:crypto'
import { type Installation, startInstallation } from '#test/chaos/installation.ts'
import { all } from '#test/scenarios/whole-app.ts'

export interface BurstReport {
  kills: number
  accepted: number
  /** Records whose call was answered with 200 and that have no image. */
  lost: string[]
  /** Answers other than 200, and those of a burst that never came. */
  refused: (number | 'none')[]
  /** Runs of a burst without kills. */
  runs: number
  /** The longest that a call of the burst was sent after its time. */
  lateMs: number
  /** For how long calls of the burst were sent, and how often none was for so long that it looked like the end of a burst. */
  sentForMs: number
  pauses: number
  seconds: number
}

interface Options {
  kills: number
  /** Default: one process. */
  roles?: readonly string[]
  settings?: Readonly<Record<string, string>>
  log?: (line: string) => void
}

const CALLERS = 8
const RECORDS_PER_KILL = 100
const RECORDS_OF_BURST = 500
const BURST_MS = 11_000
/** A trigger that is not called for two seconds fires what it has gathered. */
const PAUSE_MS = 1500
/** A job that a crash has lost is sent again within a minute. */
const SETTLES_WITHIN_MS = 180_000

interface Calls {
  accepted: Set<string>
  refused: BurstReport['refused']
  /** @returns the status; null when no answer came */
  call(processIndex: number, recordId: string): Promise<number | null>
}

/** Calls the URL of a trigger, through any of the processes. */
async function openCalls({ client, shop, processes }: Installation): Promise<Calls> {
  const { hook_url: hook } = await client.triggers.create({ body: { action_id: shop.actionId, kind: 'incoming_hook' } })
  const accepted = new Set<string>()
  const refused: Calls['refused'] = []
  return {
    accepted,
    refused,
    async call(processIndex, recordId) {
      const url = new URL(`${new URL(hook ?? '').pathname}?record_id=${recordId}`, processes[processIndex]?.url)
      const answer = await fetch(url, { method: 'POST' }).catch(() => null)
      if (answer?.status === 200) accepted.add(recordId)
      else if (answer !== null) refused.push(answer.status)
      return answer?.status ?? null
    },
  }
}

async function untilRendered({ client, shop }: Installation, accepted: ReadonlySet<string>): Promise<string[]> {
  const untilMs = performance.now() + SETTLES_WITHIN_MS
  for (;;) {
    const images = await all((query) => client.images.list({ query: { ...query, action_id: shop.actionId } }))
    const made = new Set(images.map(({ record_id }) => record_id))
    const lost = [...accepted].filter((id) => !made.has(id))
    if (lost.length === 0 || performance.now() > untilMs) return lost
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Sends calls evenly over the time of a burst, to one process after the other. No process is killed. */
async function sendBurst(installation: Installation, calls: Calls, recordIds: string[]) {
  const startedAtMs = performance.now()
  const sentAtMs: number[] = []
  let lateMs = 0
  await Promise.all(
    recordIds.map(async (recordId, index) => {
      const dueMs = startedAtMs + (index * BURST_MS) / recordIds.length
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
      const nowMs = performance.now()
      lateMs = Math.max(lateMs, nowMs - dueMs)
      sentAtMs.push(nowMs)
      const status = await calls.call(index % installation.processes.length, recordId)
      if (status === null) calls.refused.push('none')
    }),
  )
  await untilRendered(installation, calls.accepted)
  const { client, shop } = installation
  const runs = (await client.runs.list({ query: { action_id: shop.actionId, limit: 100 } })).results.length
  const pauses = sentAtMs.filter((atMs, n) => atMs - (sentAtMs[n - 1] ?? atMs) > PAUSE_MS).length
  const sentForMs = Math.round((sentAtMs.at(-1) ?? startedAtMs) - startedAtMs)
  return { runs, lateMs: Math.round(lateMs), sentForMs, pauses }
}

async function killDuring(
  installation: Installation,
  calls: Calls,
  { burst, kill }: { burst: string[]; kill: number },
) {
  const { processes } = installation
  const caller = async (_: unknown, index: number) => {
    for (let id = burst.pop(); id !== undefined; id = burst.pop()) await calls.call(index % processes.length, id)
  }
  const calling = Promise.all(Array.from({ length: CALLERS }, caller))
  await new Promise((resolve) => setTimeout(resolve, randomInt(700)))
  const killed = kill % processes.length
  await processes[killed]?.end('SIGKILL')
  await calling
  await installation.restart(killed)
}

/**
 * Sends a burst of calls to the URL of a trigger, each for a record of its own; then kills one process after the other with
 * SIGKILL while such calls come in.
 */
export async function killBursts({
  kills,
  roles = ['both'],
  settings = {},
  log = () => {},
}: Options): Promise<BurstReport> {
  const startedAtMs = performance.now()
  const records = RECORDS_OF_BURST + kills * RECORDS_PER_KILL
  const installation = await startInstallation({ records, roles, settings: () => settings })
  try {
    const left = [...(await installation.shop.cells()).keys()]
    const calls = await openCalls(installation)
    const burst = await sendBurst(installation, calls, left.splice(0, RECORDS_OF_BURST))
    const rejected = calls.refused.length === 0 ? '' : `; answered: ${calls.refused.join(' ')}`
    log(`${calls.accepted.size} calls accepted, rendered by ${burst.runs} runs${rejected}`)
    for (let kill = 0; kill < kills; kill++) {
      await killDuring(installation, calls, { burst: left.splice(0, RECORDS_PER_KILL), kill })
      log(`kill ${kill + 1} of ${kills}: ${calls.accepted.size} calls accepted`)
    }
    const lost = await untilRendered(installation, calls.accepted)
    const { accepted, refused } = calls
    const seconds = (performance.now() - startedAtMs) / 1000
    return { kills, accepted: accepted.size, lost, refused, ...burst, seconds }
  } finally {
    await installation.close()
  }
}
