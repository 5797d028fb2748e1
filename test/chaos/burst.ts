import { randomInt } from 'node:crypto'
import { startInstallation } from '#test/chaos/installation.ts'
import { all } from '#test/scenarios/whole-app.ts'

export interface BurstReport {
  kills: number
  accepted: number
  /** Records whose call was answered with 200 and that have no image. */
  lost: string[]
  /** Answers other than 200 of a server that was up. */
  refused: number[]
  seconds: number
}

const CALLERS = 8
const RECORDS_PER_KILL = 100
/** A job that a crash has lost is sent again within a minute. */
const SETTLES_WITHIN_MS = 180_000

/** Kills a process with SIGKILL while calls to the address of a trigger come in, each for a record of its own. */
export async function killBursts(options: {
  kills: number
  settings?: Readonly<Record<string, string>>
  log?: (line: string) => void
}): Promise<BurstReport> {
  const { kills, settings = {}, log = () => {} } = options
  const startedAtMs = performance.now()
  const roles = ['both']
  const installation = await startInstallation({ records: kills * RECORDS_PER_KILL, roles, settings: () => settings })
  const { client, shop, processes } = installation
  try {
    const body = { action_id: shop.actionId, kind: 'incoming_hook' }
    const { hook_url: hook } = await client.triggers.create({ body })
    const left = [...(await shop.cells()).keys()]
    const accepted = new Set<string>()
    const refused: number[] = []
    const call = async (recordId: string) => {
      const answer = await fetch(`${hook}?record_id=${recordId}`, { method: 'POST' }).catch(() => null)
      if (answer?.status === 200) accepted.add(recordId)
      else if (answer !== null) refused.push(answer.status)
    }
    for (let kill = 0; kill < kills; kill++) {
      const burst = left.splice(0, RECORDS_PER_KILL)
      const caller = async () => {
        for (let id = burst.pop(); id !== undefined; id = burst.pop()) await call(id)
      }
      const calling = Promise.all(Array.from({ length: CALLERS }, caller))
      await new Promise((resolve) => setTimeout(resolve, randomInt(700)))
      await processes[0]?.end('SIGKILL')
      await calling
      await installation.restart(0)
      log(`kill ${kill + 1} of ${kills}: ${accepted.size} calls accepted`)
    }
    const lostNow = async () => {
      const images = await all((query) => client.images.list({ query: { ...query, action_id: shop.actionId } }))
      const made = new Set(images.map(({ record_id }) => record_id))
      return [...accepted].filter((id) => !made.has(id))
    }
    const untilMs = performance.now() + SETTLES_WITHIN_MS
    let lost = await lostNow()
    while (lost.length > 0 && performance.now() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      lost = await lostNow()
    }
    return { kills, accepted: accepted.size, lost, refused, seconds: (performance.now() - startedAtMs) / 1000 }
  } finally {
    await installation.close()
  }
}
