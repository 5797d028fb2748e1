import { hash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { findDeleted } from '#core/action/find-deleted.ts'
import { recoverBatch } from '#core/batch/recover-batch.ts'
import { failItems, renderBatch } from '#core/batch/render-batch.ts'
import { createGovernor } from '#core/governor/create-governor.ts'
import { createNewId } from '#core/ids.ts'
import { createLoadPicture } from '#core/image/load-picture.ts'
import type { Digest } from '#core/ports/digest.ts'
import type { JobHandlers } from '#core/ports/queue.ts'
import type { Random } from '#core/ports/random.ts'
import type { SendWebhook } from '#core/ports/webhooks.ts'
import type { World } from '#core/ports/world.ts'
import { joinChunks } from '#core/run/chunks-of.ts'
import { failRun } from '#core/run/finish-run.ts'
import { planRun } from '#core/run/plan-run.ts'
import { processChunk } from '#core/run/process-chunk.ts'
import { recoverRun } from '#core/run/recover-run.ts'
import { StartError } from '#core/start-error.ts'
import { failImport, runImport } from '#core/table/later-import.ts'
import { recallTriggers, recoverTriggers, tendTrigger } from '#core/trigger/tend-trigger.ts'
import { alone } from '#database/alone.ts'
import { createWatchChanges } from '#database/data/changes.ts'
import { createData } from '#database/data/data.ts'
import { webhookChannel } from '#database/data/webhook-data.ts'
import type { Database } from '#database/database.ts'
import { openClock } from '#database/database-clock.ts'
import { databaseIdentity } from '#database/database-identity.ts'
import { listen, refuseTakenAddress } from '#http/server/listen.ts'
import type { AnswerMcp } from '#http/server/mcp-route.ts'
import { createServer } from '#http/server/server.ts'
import { createJobs } from '#jobs/jobs.ts'
import { createFetchPicture } from '#net/fetch-picture.ts'
import { createFetchSource } from '#net/fetch-source.ts'
import { publicUrlProblem } from '#net/policy/public-url-problem.ts'
import { parseTrustedProxies } from '#net/policy/trusted-proxies.ts'
import { boundAddressSpace } from '#rendering/fork-child.ts'
import { createRenderPool } from '#rendering/render-pool.ts'
import { createStarters } from '#sample/starters.ts'
import { missingLayers, NO_SANDBOX, type Sandbox, supportedSandbox } from '#sandbox/sandbox.ts'
import { checkSecretKey } from '#secrets/check-secret-key.ts'
import { loadSecretKey } from '#secrets/load-secret-key.ts'
import { createPasswords } from '#secrets/passwords.ts'
import { createSecrets } from '#secrets/secrets.ts'
import { openBackups } from '#server/backup/run-backups.ts'
import { adminAddress, publicUrlOf } from '#server/settings/addresses.ts'
import type { Config } from '#server/settings/config.ts'
import type { Role } from '#server/settings/role.ts'
import { version } from '#server/settings/version.ts'
import { agreeOnPlaces } from '#server/start/agree-on-places.ts'
import { refuseRoleWithoutUrl } from '#server/start/check-public-url.ts'
import { compileDecoders } from '#server/start/compile-decoders.ts'
import { imageOriginsOf, installationOf } from '#server/start/installation-of.ts'
import { openDatabase } from '#server/start/open-database.ts'
import { openNet } from '#server/start/open-net.ts'
import { openStorageAt } from '#server/start/open-storage.ts'
import { keptOf, startHousekeeping } from '#server/upkeep/housekeeping.ts'
import { startScrub } from '#server/upkeep/scrub.ts'
import { serveMetrics } from '#server/upkeep/serve-metrics.ts'
import { watchClock } from '#server/upkeep/watch-clock.ts'
import { createReadTableFile, createSources } from '#sources/index.ts'
import { keyValuesOf } from '#telemetry/key-values.ts'
import { createLog, type Log } from '#telemetry/log.ts'
import { measureRenderer } from '#telemetry/measure-renderer.ts'
import { createMetrics, type MetricsRegistry } from '#telemetry/metrics.ts'
import type { OpenedTrace } from '#telemetry/open-trace.ts'
import { traceHandlers, tracePorts, traceSendWebhook } from '#telemetry/trace-world.ts'
import { watchStorage } from '#telemetry/watch-storage.ts'
import { startWatching, triggerKinds } from '#triggers/index.ts'
import { createDispatcher, type Dispatcher } from '#webhooks/dispatcher.ts'

/** A running Pictable. */
export interface App {
  /** Where it listens. */
  url: string
  world: World
  role: Role
  hasDashboard: boolean
  /** Does what only one of the processes on the database may do at a time. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  /** Takes nothing new, finishes what is under way, and lets go of everything. */
  close(): Promise<void>
}

const random: Random = { bytes: (count) => randomBytes(count) }
const digest: Digest = { sha256: (data) => hash('sha256', data) }

/** Sends webhooks from now on. */
async function startDispatcher(
  { world, database, log, metrics }: { world: World; database: Database; log: Log; metrics: MetricsRegistry },
  send: SendWebhook,
): Promise<Pick<Dispatcher, 'reclaim' | 'stop'>> {
  const isAlone = database.kind === 'embedded'
  const dispatcher = createDispatcher({ world, send, version: version(), log, isAlone })
  const unlisten = await database.listen(webhookChannel, dispatcher.wake)
  metrics.beforeLook(() => metrics.set('webhook_deliveries_in_flight', {}, dispatcher.inFlight()))
  await dispatcher.start()
  return {
    reclaim: dispatcher.reclaim,
    async stop() {
      await dispatcher.stop()
      await unlisten()
    },
  }
}

function handlersOf(world: World): JobHandlers {
  return {
    'plan-run': (job, signal) => planRun(world, job, signal),
    'process-chunk': (job, signal) => processChunk(world, job, signal),
    'render-batch': (job, signal) => renderBatch(world, job, signal),
    'import-file': (job, signal) => runImport(world, job, signal),
    'tend-trigger': (job, signal) => tendTrigger(world, job, signal),
    'find-deleted': (job, signal) => findDeleted(world, job, signal),
  }
}

type Close = () => Promise<unknown>

/** What goes wrong on the way up is undone in reverse, and so is everything at the end. */
function createClosers() {
  const closers: Close[][] = []
  return {
    /** Several are closed side by side: one after the other would take longer than a process is given to end. */
    add: (...together: Close[]) => void closers.unshift(together),
    /** One that fails keeps nobody else from being closed. */
    async closeAll() {
      const failures: unknown[] = []
      const tried = (close: Close) => close().catch((error: unknown) => failures.push(error))
      for (const together of closers.splice(0)) await Promise.all(together.map(tried))
      if (failures.length > 0) throw failures[0]
    },
  }
}

function openSandbox(mode: Config['PICTABLE_SANDBOX'], log: Log): Sandbox {
  const sandbox = mode === 'off' ? NO_SANDBOX : supportedSandbox
  const missing = missingLayers(sandbox)
  if (mode === 'require' && missing.length > 0)
    throw new StartError(`PICTABLE_SANDBOX=require: ${missing.join(' ')} To start without, set PICTABLE_SANDBOX=auto.`)
  for (const layer of missing) log.warn({ layer }, 'A layer of the sandbox is missing')
  return sandbox
}

interface Opening {
  config: Config
  sandbox: Sandbox
  log: Log
  metrics: MetricsRegistry
  /** Where an operator's collector is told of what happens. */
  trace: OpenedTrace | undefined
  /** Says how to undo what was just opened. */
  add: (...together: Close[]) => void
}

/** The libraries for it are loaded only when they are asked for. */
async function openTraceTo(config: Config, role: Role): Promise<OpenedTrace | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  const { openTrace } = await import('#telemetry/open-trace.ts')
  return openTrace({
    endpoint,
    headers: keyValuesOf(config.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
    resource: {
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': version(),
      'pictable.role': role,
      ...keyValuesOf(config.OTEL_RESOURCE_ATTRIBUTES ?? ''),
    },
    share: config.OTEL_TRACES_SAMPLER_ARG,
    log: createLog({ level: config.PICTABLE_LOG_LEVEL }),
  })
}

/** Where everything is kept. */
async function openStores({ config, log, add }: Opening) {
  const dataDir = config.PICTABLE_DATA_DIR
  const database = await openDatabase(config)
  add(() => database.close())
  const storage = await openStorageAt(config)
  add(() => storage.close())
  const clock = await openClock(database)
  add(async () => clock.close())
  const secrets = createSecrets([loadSecretKey({ configured: config.PICTABLE_SECRET_KEY, dataDir })])
  // Processes that start together make the queues, and agree on the key and the folder, one after the other.
  return alone(database, async () => {
    const jobs = await createJobs({ database, log })
    add(() => jobs.stop())
    const data = createData({ database, queueFor: jobs.queueFor })
    // Nobody else works on an embedded database: the requests of the process before are gone.
    if (database.kind === 'embedded') await data.idempotency.releaseAll()
    await checkSecretKey(data.settings, secrets.keyId)
    await agreeOnPlaces(config, { kind: database.kind, settings: data.settings, storage, digest, log })
    return { clock, database, jobs, data, secrets, storage, ownDatabase: await databaseIdentity(database) }
  })
}

type Stores = Awaited<ReturnType<typeof openStores>>

/** Where sources read files, and descriptions of sources. */
const foldersOf = ({ PICTABLE_FILES_DIR: filesDir, PICTABLE_DATA_DIR: dataDir }: Config) => ({
  filesDir,
  descriptionsDir: join(dataDir, 'sources'),
  feedsDir: join(dataDir, 'cache', 'feeds'),
})

function openSources(log: Log, setup: Parameters<typeof createSources>[0]) {
  const sources = createSources(setup)
  for (const { file, reason } of sources.broken) log.warn({ file, reason }, 'A description of a source is broken')
  return sources
}

/** Every port, on the stores. */
function openWorld(
  { config, sandbox, log, metrics, add }: Opening,
  { clock, database, data, secrets, storage: plainStorage, ownDatabase }: Stores,
) {
  const storage = watchStorage(plainStorage, { log, metrics })
  const { guardedFetch, sql, sendWebhook, ports } = openNet(config, metrics)
  add(() => guardedFetch.close())
  const fetchPicture = createFetchPicture(guardedFetch)
  // Node's own variable, where the operator has set it.
  const compiledFolder = process.env.NODE_COMPILE_CACHE ?? join(config.PICTABLE_DATA_DIR, 'cache', 'compiled')
  const readTableFile = createReadTableFile({ sandbox, compiledFolder, boundMemory: boundAddressSpace })
  const pool = createRenderPool({
    sandbox,
    processes: config.PICTABLE_RENDER_PROCESSES,
    compiledFolder,
    loadPicture: createLoadPicture({ data, storage }, fetchPicture),
    pictureBudget: fetchPicture.budget,
    log,
  })
  add(() => pool.close())
  // Ready for the first image while the rest starts; what keeps them from starting is said again when they are needed.
  void pool.start().then(
    // Whoever names a folder fills it.
    async () => process.env.NODE_COMPILE_CACHE === undefined && (await compileDecoders(compiledFolder)),
    (error) => log.warn({ error }, 'The render processes do not start'),
  )
  const backups = openBackups({ config, database, settings: data.settings, storage, clock, random, log })
  const world: World = {
    backups,
    clock,
    data,
    digest,
    log,
    metrics,
    missingSandboxLayers: missingLayers(sandbox),
    newId: createNewId(clock, random),
    passwords: createPasswords(),
    publicUrl: publicUrlOf(config),
    publicUrlProblem: publicUrlProblem(publicUrlOf(config)),
    random,
    readTableFile,
    recovery: database.recovery,
    renderer: measureRenderer(pool, metrics),
    secrets,
    sources: openSources(log, {
      tables: data.tables,
      fetch: createFetchSource(guardedFetch),
      governor: createGovernor({ clock, data }),
      ...sql,
      ...{ ...foldersOf(config), readTableFile, ownDatabase },
    }),
    starters: createStarters(readTableFile),
    storage,
    triggers: triggerKinds,
    watchChanges: createWatchChanges(database),
    ...ports,
  }
  return { world, sendWebhook, pool, backups }
}

async function startJobs({ jobs }: Stores, { world, trace }: Working): Promise<void> {
  const handlers = handlersOf(world)
  await jobs.start(trace === undefined ? handlers : traceHandlers(trace, handlers), {
    onDead: async ({ data: { runId, batchId, importId, fromN, toN }, reason }) => {
      const failure = (what: string) => ({
        code: 'internal',
        message: `${what} failed after several attempts: ${reason}`,
      })
      if (runId !== undefined) await failRun(world, runId, failure('The run'))
      if (batchId !== undefined && fromN !== undefined && toN !== undefined)
        await failItems(world, { batchId, fromN, toN }, failure('The image'))
      if (importId !== undefined) await failImport(world, importId, failure('The import'))
    },
    join: { 'process-chunk': joinChunks },
    // It holds one of the processes that read files.
    concurrency: { 'import-file': 1 },
    recover: {
      run: (id) => recoverRun(world, id),
      batch: (id) => recoverBatch(world, id),
      import: (importId) => world.data.queue.send('import-file', [{ importId }]),
    },
    sweep: () => recoverTriggers(world),
  })
}

/** What a worker does. */
async function startWork({ config, log, metrics, add }: Opening, stores: Stores, working: Working) {
  const { world, trace, sendWebhook } = working
  const send = trace === undefined ? sendWebhook : traceSendWebhook(trace, sendWebhook)
  const dispatcher = await startDispatcher({ world, database: stores.database, log, metrics }, send)
  add(stores.jobs.stop, dispatcher.stop)
  await startJobs(stores, working)
  add(startHousekeeping({ world, log }, keptOf(config)))
  add(startScrub({ world, log }, config.PICTABLE_SCRUB_DAYS))
  add(startWatching(world, log, { isAlone: stores.database.kind === 'embedded' }))
  const reclaim = () => Promise.all([stores.jobs.recall(), dispatcher.reclaim(), recallTriggers(world)])
  add(watchClock({ ...world, log }, reclaim))
}

interface Working {
  world: World
  trace: OpenedTrace | undefined
  sendWebhook: SendWebhook
}

interface StartOptions {
  /** Ports of the world to swap, for benches and tests. */
  replace?: (world: World) => Partial<World>
  role?: Role
  /** The folder of the built dashboard; without it there is only the API. */
  dashboard?: string | undefined
  /** The folder of the built documentation. */
  docs?: string | undefined
  /** So long after it was told to close it still takes requests, that nobody's is cut off on its way. */
  lingerMs?: number
}

/** Loaded by the first call: few servers get one. */
const answerMcp: AnswerMcp = async (call) => (await import('#mcp/answer-mcp.ts')).answerMcp(call, version())

/**
 * Builds everything from the settings and starts it: the one place that knows everybody.
 * @throws StartError when it cannot start
 */
export async function startApp(
  config: Config,
  { replace = () => ({}), role = 'both', dashboard, docs, lingerMs = 0 }: StartOptions = {},
): Promise<App> {
  const trace = await openTraceTo(config, role)
  const also = trace && (() => ({ trace_id: trace.id() }))
  const log = createLog({ level: config.PICTABLE_LOG_LEVEL, ...(also && { also }) })
  const sandbox = openSandbox(config.PICTABLE_SANDBOX, log)
  const address = { host: config.PICTABLE_HOST, port: config.PICTABLE_PORT }
  const admin = adminAddress(config)
  const trustedProxies = parseTrustedProxies(config.PICTABLE_TRUSTED_PROXIES)
  const metrics = createMetrics()
  const { add, closeAll } = createClosers()
  if (trace !== undefined) add(() => trace.close())
  const opening = { config, sandbox, log, metrics, trace, add }
  try {
    if (role !== 'both' && config.PICTABLE_DATABASE_URL === undefined)
      throw new StartError(
        'Only processes with the same PostgreSQL database can share work. Set PICTABLE_DATABASE_URL, or remove --role.',
      )
    refuseRoleWithoutUrl(config, role)
    await refuseTakenAddress(address)
    if (admin !== null) await refuseTakenAddress(admin)
    const stores = await openStores(opening)
    const { world: ours, sendWebhook, pool, backups } = openWorld(opening, stores)
    const plain = { ...ours, ...replace(ours) }
    const world = trace === undefined ? plain : tracePorts(trace, plain)
    const { database } = stores
    if (admin !== null) add(await serveMetrics({ metrics, world, database, pool, log }, admin))
    if (role !== 'api') await startWork(opening, stores, { world, trace, sendWebhook })
    add(backups.close)
    backups.startSchedule()
    const server = createServer({
      world,
      log,
      config: { adminKey: config.PICTABLE_ADMIN_KEY, trustedProxies },
      installation: installationOf(config, database),
      dashboard: dashboard === undefined ? undefined : { folder: dashboard, imageOrigins: imageOriginsOf(config) },
      ...{ docs, trace, mcp: answerMcp },
      isHealthOnly: role === 'worker',
      lingerMs,
    })
    add(() => server.close(), stores.jobs.drain)
    const url = await listen(server, address)
    log.info({ version: version(), role, url }, 'Pictable has started')
    add(async () => log.info({}, 'Pictable is stopping'))
    return {
      url,
      world,
      role,
      hasDashboard: dashboard !== undefined,
      alone: (work) => alone(database, work),
      close: closeAll,
    }
  } catch (error) {
    // What kept it from starting is told, not what else came of it.
    await closeAll().catch(() => {})
    throw error
  }
}
