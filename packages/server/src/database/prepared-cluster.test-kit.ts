import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createJobs } from '#jobs/jobs.ts'
import type { EmbeddedDatabase } from './database.ts'
import { openEmbedded, openInMemory } from './open-embedded.ts'
import { type Engine, startEngine } from './pglite-engine.ts'
import { resetRequest } from './prepared/snapshot.test-kit.ts'

/** Where the set-up of the test run says which folder it has prepared. */
const variable = 'TEST_PREPARED_CLUSTER'
const quiet = { warn: () => {}, error: () => {} }
const noHandlers = {
  'plan-run': async () => {},
  'process-chunk': async () => {},
  'render-batch': async () => {},
  'import-file': async () => {},
  'tend-trigger': async () => {},
  'find-deleted': async () => {},
}

/** Makes the embedded database in a folder, with its schema and its queues. */
export async function makeCluster(folder: string): Promise<void> {
  const database = await openEmbedded({ dataDir: folder })
  const jobs = await createJobs({ database, log: quiet })
  await jobs.start(noHandlers, { onDead: async () => {} })
  await jobs.stop()
  await database.close()
  const pglite = await PGlite.create(join(folder, 'database'))
  writeFileSync(join(folder, 'database.tar'), Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
}

/** From now on, this process and those that it starts copy the cluster that `makeCluster()` made in this folder. */
export function useCluster(folder: string): void {
  process.env[variable] = folder
}

/** Whether this process, or one that started it, uses one. */
export const hasCluster = (): boolean => process.env[variable] !== undefined

/** Makes a cluster once for a whole run: making one takes seconds, copying it does not. @returns what takes it away */
export default async function prepareCluster(): Promise<(() => void) | undefined> {
  if (hasCluster()) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'pictable-cluster-'))
  await makeCluster(folder)
  useCluster(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

/** As long as it is held, V8 compiles PGlite for no further database of this process. */
let compiled: Promise<WebAssembly.Module> | undefined

/** Each takes much memory, and few tests have more at the same time. */
const MAX_FREE = 2
/** Engines that were closed: each is again as after its start. */
const free: Engine[] = []

async function startPrepared(): Promise<Engine> {
  compiled ??= WebAssembly.compile(readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))
  await compiled
  const folder = process.env[variable]
  const cluster = folder === undefined ? null : new Blob([readFileSync(join(folder, 'database.tar'))])
  return startEngine(cluster, join(import.meta.dirname, 'prepared/prepared-thread.test-kit.ts'))
}

/** One use of an engine: what goes on after its end does not reach the next user. */
function lend(engine: Engine): Engine {
  let isReturned = false
  const deathReason = () => (isReturned ? 'it was closed' : engine.deathReason())
  const whileLent = () => {
    if (isReturned) throw new Error('The embedded database was closed')
    return engine
  }
  return {
    ...engine,
    deathReason,
    run: async (bytes) => whileLent().run(bytes),
    verify: async (table) => whileLent().verify(table),
    async close() {
      if (isReturned) return
      if (engine.deathReason() !== null) return engine.close()
      isReturned = true
      const isReset = await engine.run(resetRequest()).then(
        () => true,
        () => false,
      )
      if (isReset && free.length < MAX_FREE) free.push(engine)
      else await engine.close()
    },
  }
}

/** An embedded database in memory, its schema and queues in place. */
export async function openPrepared(): Promise<EmbeddedDatabase> {
  return openInMemory(async () => lend(free.pop() ?? (await startPrepared())))
}

/** A data directory in the temporary folder that has its database already: for tests that are not about a first start. */
export function makeDataDirectory(prefix: string): string {
  const directory = mkdtempSync(join(tmpdir(), prefix))
  addPreparedDatabase(directory)
  return directory
}

/** Puts the database into a data directory that has none. */
export function addPreparedDatabase(directory: string): void {
  const folder = process.env[variable]
  if (folder === undefined) return
  mkdirSync(join(directory, 'database'), { mode: 0o700 })
  cpSync(join(folder, 'database'), join(directory, 'database'), { recursive: true, mode: 0 })
}
