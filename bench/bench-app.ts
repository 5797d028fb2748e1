import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, startApp } from '@pictable/server/app.ts'
import { createAction } from '@pictable/server/core/action/save-action.ts'
import { createConnection } from '@pictable/server/core/connection/save-connection.ts'
import type { World } from '@pictable/server/core/ports/world.ts'
import type { Run } from '@pictable/server/core/run/run.ts'
import { startRun } from '@pictable/server/core/run/start-run.ts'
import { createTemplate } from '@pictable/server/core/template/save-template.ts'
import { parseConfig } from '@pictable/server/settings/config.ts'
import { builtPages } from '@pictable/server/start/built-pages.ts'
import { freePort } from '#test/server-process.ts'

export const benchKey = 'bench-admin-key-0123456789'

/** The whole product on a fresh data folder, synced to disk as users have it; some of its ports replaced. */
export async function withApp<Result>(
  replace: Partial<World>,
  work: (app: App) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pictable-bench-'))
  const config = parseConfig({
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: benchKey,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_LOG_LEVEL: 'warn',
    ...settings,
  })
  const app = await startApp(config, { replace: () => replace, dashboard: builtPages('dashboard') })
  try {
    return await work(app)
  } finally {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Where a table lies, and how it is reached. */
interface BenchTable {
  source: string
  settings: Readonly<Record<string, unknown>>
  baseId: string
  table: string
}

const replaced: BenchTable = { source: 'memory', settings: {}, baseId: 'base', table: 'table' }

/** An action over a table with the field `Image`: that of the replaced source, or another. */
export async function benchAction(world: World, design: unknown, place: BenchTable = replaced): Promise<string> {
  const { source, settings, baseId, table } = place
  const { template } = await createTemplate(world, { design, publish: true })
  const connection = await createConnection(world, { name: 'Bench', source, settings })
  const action = await createAction(world, {
    title: 'Bench',
    connectionId: connection.id,
    baseId,
    table,
    templateId: template.id,
    output: { formats: ['jpeg'] },
    writeBack: { url: 'Image' },
  })
  return action.id
}

/** Triggers and waits for the end. @returns the run and how long it took, trigger included */
export async function timedRun(
  world: World,
  actionId: string,
  options: { force?: boolean; onTick?: (run: Run) => void } = {},
): Promise<{ run: Run; seconds: number }> {
  const startedAt = performance.now()
  const { force = false, onTick = () => {} } = options
  const started = await startRun(world, actionId, { recordIds: null, force, limit: null, metadata: null })
  for (;;) {
    const run = await world.data.runs.get(started.run.id)
    if (run === null) throw new Error('the run is gone')
    onTick(run)
    if (run.finishedAt !== null) return { run, seconds: (performance.now() - startedAt) / 1000 }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
