import { stoppedCall, WORK_POINT } from '#test/chaos/fault-points.ts'
import type { Findings } from '#test/chaos/history.ts'
import { type Installation, startInstallation } from '#test/chaos/installation.ts'
import { eventually, untilSettled } from '#test/chaos/settle.ts'
import { FIRST_OUTPUT, openSizesShop } from '#test/chaos/shop.ts'
import { programPath } from '#test/programs.ts'

export interface KillOutputsReport extends Findings {
  kills: number
  runs: number
  /** Kills by the call of a port before or after which the work for the records was stopped. */
  calls: Record<string, number>
  /** Kills after which fewer records of a run were done than before. */
  undone: string[]
  /** Stable URLs of records that lead to no image, or not to the newest one. */
  lostKeys: string[]
  /** How many moments the work for the records of a run has. */
  points: number
  seconds: number
}

interface Options {
  kills: number
  records: number
  /** The first moment at which the process is killed, from 0. */
  from?: number
  /** Kills at every so many moments. */
  step: number
  /** Kills on until one was before or after this call: which moments these are depends on how fast its parts are. */
  untilCall?: string
  settings?: Readonly<Record<string, string>>
  log?: (line: string) => void
}

/** null also when the server does not answer: a process stopped in a transaction keeps the embedded database. */
function idleIn({ client, shop: { actionId } }: Installation, withinMs: number): Promise<boolean | null> {
  const looked = client.tablesources.get({ params: { id: actionId } }).then(
    ({ status }) => status === null,
    () => null,
  )
  return Promise.race([looked, new Promise<null>((resolve) => setTimeout(() => resolve(null), withinMs))])
}

const stoppedIn = ({ processes: [process] }: Installation) => stoppedCall(process?.log() ?? '')

/**
 * The work for a run that has just ended goes on to its moment, too: a process that has stopped there in a transaction of the
 * embedded database takes no trigger any more.
 */
async function untilTriggered(installation: Installation): Promise<void> {
  await eventually(
    'a trigger is taken, or the process stops',
    async () => stoppedIn(installation) !== null || (await installation.trigger()) !== null,
  )
}

/** @returns the call at which the work stopped; null: the run ended before this moment */
async function untilStopped(installation: Installation): Promise<string | null> {
  let isIdle: boolean | null = false
  await eventually('the run stops or ends', async () => {
    isIdle = stoppedIn(installation) === null && (await idleIn(installation, 1000))
    return isIdle === true || stoppedIn(installation) !== null
  })
  return stoppedIn(installation)
}

/** Records that are done, by run. */
async function doneIn({ client, shop: { actionId } }: Installation): Promise<Map<string, number>> {
  const { results } = await client.runs.list({ query: { action_id: actionId, limit: 100 } })
  return new Map(results.map(({ id, rendered }) => [id, rendered]))
}

/** Keys are stored with the outcomes of the records: each leads to the newest image of the first output. */
async function lostKeys({ url, shop }: Installation, records: number): Promise<string[]> {
  const bytesAt = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer()).toString('base64')
  const newest = new Set<string>()
  for (const [place, cell] of await shop.cells())
    if (place.endsWith(FIRST_OUTPUT)) newest.add(await bytesAt(String(cell)))
  const lost: string[] = []
  for (let n = 0; n < records; n++) {
    const address = `${url}/r/${shop.actionId}/record-${n}.png`
    if (!newest.delete(await bytesAt(address))) lost.push(address)
  }
  return lost
}

/**
 * Kills a process with SIGKILL while it makes five images of each record: at one moment after the other before and after its
 * calls of database, renderer and storage, so that some images of a record are stored and others are not.
 */
export async function killOutputs(options: Options): Promise<KillOutputsReport> {
  const { kills, records, from = 0, step, untilCall, settings = {}, log = () => {} } = options
  const startedAtMs = performance.now()
  const calls: Record<string, number> = {}
  const undone: string[] = []
  let first = from
  let point = from
  let points = 0
  const isEnough = (count: number) => count >= kills && (untilCall === undefined || untilCall in calls)
  const installation = await startInstallation({
    records,
    roles: ['both'],
    main: programPath('test/chaos/fault-server.ts'),
    settings: () => ({ ...settings, [WORK_POINT]: `pendingRecords+${point}` }),
    openShop: openSizesShop,
  })
  const { processes, history, client, shop } = installation
  const restart = async () => {
    await processes[0]?.end('SIGKILL')
    await installation.restart(0)
  }
  let done = new Map<string, number>()
  try {
    for (let kill = 0; !isEnough(kill); ) {
      const isFresh = (await idleIn(installation, 20_000)) === true
      if (isFresh) await untilTriggered(installation)
      const call = await untilStopped(installation)
      if (call === null && !isFresh) continue
      if (call === null) points = point
      else {
        kill++
        calls[call] = (calls[call] ?? 0) + 1
        log(`kill ${kill} of ${kills}: moment ${point}, ${call}`)
      }
      // Between those of the last time.
      if (call === null) first += Math.floor(step / 2)
      point = call === null ? first : point + step
      await restart()
      const after = await doneIn(installation)
      for (const [id, count] of done)
        if ((after.get(id) ?? 0) < count) undone.push(`${id}: ${count}, then ${after.get(id)}`)
      done = after
      await history.look(shop)
    }
    point = Number.MAX_SAFE_INTEGER
    await restart()
    await untilSettled(installation)
    const { size: runs } = await doneIn(installation)
    const seconds = (performance.now() - startedAtMs) / 1000
    const found = await history.check(client, shop)
    return { ...found, kills, runs, calls, undone, lostKeys: await lostKeys(installation, records), points, seconds }
  } finally {
    await installation.close()
  }
}
