import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDeleted } from '@pictable/server/core/action/find-deleted.ts'
import { renderBatch } from '@pictable/server/core/batch/render-batch.ts'
import { createMemoryStorage } from '@pictable/server/core/fakes/memory-storage.ts'
import { renderEach } from '@pictable/server/core/fakes/render-each.ts'
import { noBackups, noFontCatalogs } from '@pictable/server/core/fakes/test-world.ts'
import { createGovernor } from '@pictable/server/core/governor/create-governor.ts'
import { createNewId } from '@pictable/server/core/ids.ts'
import type { Governor } from '@pictable/server/core/ports/governor.ts'
import type { Renderer, RenderJob, RenderResult } from '@pictable/server/core/ports/renderer.ts'
import type { Sources } from '@pictable/server/core/ports/sources.ts'
import type { World } from '@pictable/server/core/ports/world.ts'
import { joinChunks } from '@pictable/server/core/run/chunks-of.ts'
import { failRun } from '@pictable/server/core/run/finish-run.ts'
import { planRun } from '@pictable/server/core/run/plan-run.ts'
import { processChunk } from '@pictable/server/core/run/process-chunk.ts'
import { RecordError } from '@pictable/server/core/run/record-error.ts'
import { runImport } from '@pictable/server/core/table/later-import.ts'
import { tendTrigger } from '@pictable/server/core/trigger/tend-trigger.ts'
import { createWatchChanges } from '@pictable/server/database/data/changes.ts'
import { createData } from '@pictable/server/database/data/data.ts'
import { webhookChannel } from '@pictable/server/database/data/webhook-data.ts'
import type { Database } from '@pictable/server/database/database.ts'
import { openPrepared } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { createJobs } from '@pictable/server/jobs/jobs.ts'
import { createFetchSource } from '@pictable/server/net/fetch-source.ts'
import { createGuardedFetch } from '@pictable/server/net/guarded-fetch.ts'
import { createGuardedLookup } from '@pictable/server/net/guarded-lookup.ts'
import { createAddressPolicy } from '@pictable/server/net/policy/address-policy.ts'
import { createWebhookGuard } from '@pictable/server/net/policy/webhook-guard.ts'
import { createSendWebhook } from '@pictable/server/net/send-webhook.ts'
import { createStarters } from '@pictable/server/sample/starters.ts'
import { createPasswords } from '@pictable/server/secrets/passwords.ts'
import { createSecret } from '@pictable/server/secrets/secret.ts'
import { createSecrets } from '@pictable/server/secrets/secrets.ts'
import { createReadTableFile, createSources } from '@pictable/server/sources/index.ts'
import type { Log } from '@pictable/server/telemetry/log.ts'
import { createMetrics } from '@pictable/server/telemetry/metrics.ts'
import { triggerKinds } from '@pictable/server/triggers/index.ts'
import { createDispatcher } from '@pictable/server/webhooks/dispatcher.ts'
import { createGate, type Gate } from '#test/gate.ts'

/** A world on the real schema in memory, whose table and renderer wait at gates that the test holds. */
export interface TestWorld {
  world: World
  /** What `world.data` is kept in. */
  database: Database
  /** Listing a table waits here. */
  listing: Gate
  /** Rendering a record waits here. */
  rendering: Gate
  /** The next listing fails with this. */
  failListing(error: Error): void
  /** Lets time pass for the world: what waits for it happens now. */
  advance(timeMs: number): void
  /** No time passes for the world until this is done: what is limited by time does not depend on a slow machine. */
  standStill<Result>(work: () => Promise<Result>): Promise<Result>
  /** Tables take so many times more requests a second: for tests that are not about their limits. */
  hasten(times: number): void
  close(): Promise<void>
}

/** Pictures of one pixel; what matters here is which of them are made. */
function createRenderer(gate: Gate): Renderer {
  return {
    outputRevision: 1,
    families: ['Inter'],
    pageFonts: { faces: () => [], file: () => null },
    concurrency: 4,
    processes: 4,
    layoutTables: async (bytes) => bytes,
    load: async (src) => {
      if (!src.startsWith('asset:')) throw new RecordError('image_address', 'there are only assets here')
      return new Uint8Array([0xff, 0xd8, 0xff])
    },
    inspectFont: async () => {
      throw new RecordError('font_invalid', 'there are no fonts here')
    },
    makePreview: async () => {
      throw new RecordError('image_type', 'there are no pictures here')
    },
    async check() {},
    render,
    renderAll: renderEach(render),
  }

  async function render({ values, output }: RenderJob, signal?: AbortSignal): Promise<RenderResult> {
    await gate.pass(signal)
    if (Object.values(values).includes('unrenderable')) throw new RecordError('image_truncated', 'the image is cut off')
    const files = output.formats.map((format) => ({
      format,
      bytes: new TextEncoder().encode(`${format} of ${JSON.stringify(values)}`),
      widthPx: 1200,
      heightPx: 630,
    }))
    return { files, report: { warnings: [] } }
  }
}

/** Every kind of source, its listings waiting at the gate. */
function gated(sources: Sources, gate: Gate, nextFailure: () => Error | undefined): Sources {
  return {
    ...sources,
    kind(name) {
      const kind = sources.kind(name)
      return {
        ...kind,
        open(settings, connectionId, onHeld) {
          const source = kind.open(settings, connectionId, onHeld)
          return {
            ...source,
            async *pages(table, options) {
              await gate.pass(options.signal)
              const failure = nextFailure()
              if (failure) throw failure
              yield* source.pages(table, options)
            },
          }
        },
      }
    },
  }
}

/** The governor, with limits of requests that are so many times as high. */
function hastened({ enter, pause }: Governor, times: () => number): Governor {
  return {
    enter: ({ scopes, ...call }, signal) =>
      enter({ ...call, scopes: scopes.map(({ key, perSecond }) => ({ key, perSecond: perSecond * times() })) }, signal),
    pause,
  }
}

/** `startWorld()` opens an empty one, its jobs at work. Default: the embedded database, in memory. */
export async function startWorld(log: Log, opened?: Database): Promise<TestWorld> {
  const database = opened ?? (await openPrepared())
  const jobs = await createJobs({ database, log })
  const data = createData({ database, queueFor: jobs.queueFor })
  const listing = createGate()
  const rendering = createGate()
  const policy = createAddressPolicy({ allow: '127.0.0.0/8' })
  const guardedFetch = createGuardedFetch({ policy })
  let failure: Error | undefined
  const takeFailure = () => {
    const taken = failure
    failure = undefined
    return taken
  }
  let passedMs = 0
  let times = 1
  let stillAtMs: number | undefined
  const clock = { now: () => new Date((stillAtMs ?? Date.now()) + passedMs) }
  const random = { bytes: (count: number) => new Uint8Array(randomBytes(count)) }
  const readTableFile = createReadTableFile({ compiledFolder: process.env.NODE_COMPILE_CACHE })
  const world: World = {
    backups: noBackups,
    clock,
    data,
    digest: { sha256: (bytes) => createHash('sha256').update(bytes).digest('hex') },
    fontCatalogs: noFontCatalogs,
    log: { info() {}, warn() {} },
    mail: null,
    metrics: createMetrics(),
    newId: createNewId(clock, random),
    passwords: createPasswords({ memoryKib: 64 }),
    publicUrl: 'https://pictable.example',
    random,
    readTableFile,
    recovery: database.recovery,
    renderer: createRenderer(rendering),
    secrets: createSecrets([createSecret('a secret key of the tests alone')]),
    starters: createStarters(readTableFile),
    sources: gated(
      createSources({
        tables: data.tables,
        fetch: createFetchSource(guardedFetch),
        governor: hastened(createGovernor({ clock, data }), () => times),
        createSocket: createGuardedLookup(policy).createSocket,
        filesDir: undefined,
        readTableFile,
        feedsDir: join(tmpdir(), `pictable-feeds-${process.pid}`),
      }),
      listing,
      takeFailure,
    ),
    storage: createMemoryStorage(),
    triggers: triggerKinds,
    watchChanges: createWatchChanges(database),
    webhookGuard: createWebhookGuard(policy, { allowHttp: true }),
  }
  const send = createSendWebhook(guardedFetch, { allowHttp: true })
  const dispatcher = createDispatcher({ world, send, version: '1.2.3', log, isAlone: true })
  await database.listen(webhookChannel, dispatcher.wake)
  await dispatcher.start()
  await jobs.start(
    {
      'plan-run': (job, signal) => planRun(world, job, signal),
      'process-chunk': (job, signal) => processChunk(world, job, signal),
      'render-batch': (job, signal) => renderBatch(world, job, signal),
      'import-file': (job, signal) => runImport(world, job, signal),
      'tend-trigger': (job, signal) => tendTrigger(world, job, signal),
      'find-deleted': (job, signal) => findDeleted(world, job, signal),
    },
    {
      join: { 'process-chunk': joinChunks },
      onDead: async ({ data: { runId }, reason }) => {
        if (runId !== undefined) await failRun(world, runId, { code: 'internal', message: reason })
      },
    },
  )
  return {
    world,
    database,
    listing,
    rendering,
    failListing(error) {
      failure = error
    },
    advance(timeMs) {
      passedMs += timeMs
      dispatcher.wake('')
    },
    async standStill(work) {
      stillAtMs = Date.now()
      try {
        return await work()
      } finally {
        stillAtMs = undefined
      }
    },
    hasten(byTimes) {
      times = byTimes
    },
    async close() {
      await jobs.stop()
      await dispatcher.stop({ withinMs: 0 })
      await guardedFetch.close()
      await database.close()
    },
  }
}
