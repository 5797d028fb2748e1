import { hash, randomBytes } from 'node:crypto'
import { createNewId } from '#core/ids.ts'
import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { World } from '#core/ports/world.ts'
import { createData } from '#database/data/data.ts'
import { createJobs } from '#jobs/jobs.ts'
import { publicUrlOf } from '#server/settings/addresses.ts'
import { type Config, parseConfig } from '#server/settings/config.ts'
import { openDatabase } from '#server/start/open-database.ts'
import { createLog } from '#telemetry/log.ts'

type Visited = Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'publicUrl' | 'random'>

async function withData<Result>(config: Config, work: (data: World['data']) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(config)
  try {
    const jobs = await createJobs({ database, log: createLog({ level: config.PICTABLE_LOG_LEVEL }) })
    try {
      return await work(createData({ database, queueFor: jobs.queueFor }))
    } finally {
      await jobs.stop()
    }
  } finally {
    await database.close()
  }
}

/** For commands that do one thing with what is kept, without a server: one on the embedded database must be stopped meanwhile. */
export function visitData<Result>(work: (world: Visited) => Promise<Result>): Promise<Result> {
  const config = parseConfig(process.env)
  const clock = { now: () => new Date() }
  const random = { bytes: (count: number) => randomBytes(count) }
  return withData(config, (data) =>
    work({
      clock,
      data,
      digest: { sha256: (bytes) => hash('sha256', bytes) },
      newId: createNewId(clock, random),
      publicUrl: publicUrlOf(config),
      random,
    }),
  )
}

/** A list to its end. */
export async function wholeList<Item>(things: { list(options: ListOptions): Promise<Listing<Item>> }): Promise<Item[]> {
  const all: Item[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const { results, next } = await things.list({ limit: 100, ...(after && { after }) })
    all.push(...results)
    after = next
  }
  return all
}
