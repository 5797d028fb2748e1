import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Client, createClient } from '@pictable/client'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { z } from 'zod'
import { type Bench, median } from '#bench/bench.ts'
import { memoryOf } from '#test/memory-of.ts'
import { hostPictures, makePictures } from '#test/scenarios/bad-pictures.ts'
import { makeAction, untilEnded } from '#test/scenarios/whole-app.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const key = 'the-operators-key-of-the-bench'
/** Until the service has loaded and compiled what any record needs. */
const harmless = 60
/** More records than are worked on at a time, and more pictures than a service could hold. */
const [manyRecords, manyInRecord] = [32, 6]
const largeBytes = 24 * 2 ** 20
const settleMs = 20_000

const named = z.tuple([z.string(), z.union([z.string(), z.instanceof(Uint8Array)])]).rest(z.unknown())
const kitSchema = z.object({ refused: z.array(named), leftOut: z.array(named), tedious: z.array(named) })

/** Drawings and pictures that lie, explode, nest or do not end, by the path at which they are hosted. */
async function readBadPictures(): Promise<Record<string, Buffer>> {
  const path = join(import.meta.dirname, '../packages/renderer/src/svg/hostile-svg.test-kit.ts')
  const { refused, leftOut, tedious } = kitSchema.parse(await import(path))
  const drawings = [...refused, ...leftOut, ...tedious].map(
    ([, drawing], index) => [`/drawing-${index}.svg`, Buffer.from(drawing)] as const,
  )
  return { ...(await makePictures()).files, ...Object.fromEntries(drawings) }
}

const startServer = async (dataDir: string): Promise<ServerProcess> =>
  startServerProcess({
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: key,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_LOG_LEVEL: 'error',
    PICTABLE_EGRESS_ALLOW: '127.0.0.1/32',
  })

const box = { width: 100, height: 100 }

/** An action whose records show the pictures at these paths, each in a layer of its own. */
function showing(client: Client, port: number, records: string[][]) {
  const names = records[0]?.map((_, index) => `Photo ${index}`) ?? []
  return makeAction(client, {
    fields: names.map((name) => ({ name, kind: 'text' })),
    rows: records.map((paths) =>
      Object.fromEntries(paths.map((path, index) => [`Photo ${index}`, `http://127.0.0.1:${port}${path}`])),
    ),
    design: { schema: 1, ...box, layers: names.map((name) => ({ type: 'image', name, ...box, src: { bind: name } })) },
  })
}

/** One run over these rows. @returns how long it took, and by how much the service grew meanwhile at most */
async function measure(client: Client, pid: number | undefined, actionId: string, recordIds: string[]) {
  // The kernel begins a new peak.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const before = memoryOf(pid)
  const startedAt = performance.now()
  const run = await client.actions.run({ params: { id: actionId }, body: { record_ids: recordIds } })
  const { state } = await untilEnded(client, z.looseObject({ id: z.string() }).parse(run).id)
  if (state !== 'completed') throw new Error(`the run is ${state}`)
  return { ms: performance.now() - startedAt, grownMib: memoryOf(pid).peakMib - before.residentMib }
}

/** Each record in a run of its own: what it costs the service, which reads none of the pictures itself. */
export const badInput: Bench = {
  name: 'bad-input',
  summary: 'memory and time that hostile pictures cost the service, one after the other and all at once (Linux)',
  async run({ quick }) {
    const files = await readBadPictures()
    const large = Buffer.concat([files['/good.jpg'] ?? Buffer.of(), Buffer.alloc(largeBytes)])
    const host = await hostPictures({ ...files, '/large.jpg': large })
    const dataDir = makeDataDirectory('pictable-bad-input-')
    const server = await startServer(dataDir)
    try {
      const client = createClient({ baseUrl: server.url, apiKey: key })
      const bad = [...Object.keys(files), '/endless', '/moved', '/nothing'].filter(
        (path, n) => !quick || n % 5 === 0 || path === '/endless',
      )
      const paths = [...Array.from({ length: harmless }, () => '/good.jpg'), ...bad]
      const { actionId, rowIds } = await showing(
        client,
        host.port,
        paths.map((path) => [path]),
      )
      const run = (ids: string[]) => measure(client, server.pid, actionId, ids)
      for (const id of rowIds.slice(0, harmless)) await run([id])
      // What its start took at most goes back to the system: else there would be room in it for whatever comes.
      await setTimeout(settleMs)
      const costs: { ms: number; grownMib: number }[] = []
      for (const [index, id] of rowIds.slice(harmless).entries()) {
        const cost = await run([id])
        costs.push(cost)
        if (cost.grownMib > 16 || cost.ms > 2000)
          console.log(`  ${bad[index]}: ${cost.grownMib.toFixed(0)} MiB, ${cost.ms.toFixed(0)} ms`)
      }
      const together = await run(rowIds.slice(harmless))
      const measureMany = async (path: string) => {
        const record = Array.from({ length: manyInRecord }, (_, n) => `${path}?${n}`)
        const many = await showing(client, host.port, Array<string[]>(manyRecords).fill(record))
        return measure(client, server.pid, many.actionId, many.rowIds)
      }
      const manyEndless = await measureMany('/endless')
      const manyLarge = await measureMany('/large.jpg')
      return {
        figures: {
          inputs: bad.length,
          most_grown_mib: Math.max(...costs.map(({ grownMib }) => grownMib)),
          slowest_ms: Math.max(...costs.map(({ ms }) => ms)),
          median_ms: median(costs.map(({ ms }) => ms)),
          together_grown_mib: together.grownMib,
          together_ms: together.ms,
          many_endless_grown_mib: manyEndless.grownMib,
          many_large_grown_mib: manyLarge.grownMib,
        },
      }
    } finally {
      await server.end('SIGTERM')
      await Promise.all([host.close(), rm(dataDir, { recursive: true, force: true })])
    }
  },
}
