import { createKey } from '#core/access/create-key.ts'
import { createLink, needsSetup } from '#core/access/login-link.ts'
import { retryDelayMs } from '#core/backoff.ts'
import { chanceOf } from '#core/chance.ts'
import { AppError, isCorrupt } from '#core/errors.ts'
import { imageUrl } from '#core/image/image-url.ts'
import type { World } from '#core/ports/world.ts'
import type { Run } from '#core/run/run.ts'
import { createThrottledLog } from '#core/throttled-log.ts'
import { seedSample } from '#sample/seed-sample.ts'
import type { App } from '#server/app.ts'
import { createProgressBar } from '#server/commands/progress-bar.ts'
import type { Config } from '#server/settings/config.ts'
import { version } from '#server/settings/version.ts'
import { firstStepsText, knownKeyText, newKeyText, setupText, startedText } from '#server/start/welcome.ts'

const lookAgainMs = 100

/** Makes and shows the first key of an installation, or says how to make another one. */
async function showKey(world: World): Promise<void> {
  if ((await world.data.apiKeys.list({ limit: 1 })).results.length > 0) {
    console.error(knownKeyText())
    return
  }
  const { secret } = await createKey(world, { name: 'First key', scopes: ['admin'] })
  console.error(newKeyText(secret))
}

/** Shows how the first owner is made, where there is none yet. */
async function showSetup(world: World): Promise<void> {
  if (await needsSetup(world)) console.error(setupText((await createLink(world, null)).url))
}

/** Shows a run until it has ended. */
async function watchRun(world: World, runId: string, signal: AbortSignal): Promise<Run | null> {
  const bar = createProgressBar('Rendering the images of the sample', 'records')
  try {
    while (!signal.aborted) {
      const run = await world.data.runs.get(runId)
      if (run === null) return null
      bar.update(run.rendered + run.skipped + run.failed + run.cancelled, run.total)
      if (run.finishedAt !== null) return run
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    }
    return null
  } finally {
    bar.stop()
  }
}

/** What came of the first run: the images' addresses and the failures in words. */
async function outcomeText(world: World, run: Run): Promise<string> {
  const { results } = await world.data.runs.records(run.id, { limit: 100 })
  const images = await world.data.images.getMany(results.flatMap(({ imageId }) => imageId ?? []))
  const made = results.flatMap(({ label, imageId }) => {
    const image = imageId === null ? undefined : images.get(imageId)
    const [file] = image?.files ?? []
    return image && file ? [`    ${imageUrl(world.publicUrl, image.id, file)}  ${label}`] : []
  })
  const failed = results.flatMap(({ reason }) => (reason === null ? [] : [`    ${reason.message}`]))
  const parts = [`\n  ${run.rendered} images are ready:`, ...made]
  if (failed.length > 0)
    parts.push(`\n  ${run.failed} failed on purpose, to show what a failure looks like:`, ...failed)
  return `${parts.join('\n')}\n`
}

/** The server is as good without the sample. @throws what the database is damaged by: without that it is not */
function sayNoSample(error: unknown): null {
  if (isCorrupt(error)) throw error
  console.error(`\n  The sample is not ready: ${error instanceof Error ? error.message : error}\n`)
  return null
}

/** Shows how the images of the sample are made, and lines to try. */
async function showSample({ world, role, url }: App, run: Pick<Run, 'id'> | null, signal: AbortSignal): Promise<void> {
  // The workers may start at any time.
  const ended = run === null || role === 'api' ? null : await watchRun(world, run.id, signal)
  if (ended !== null) console.error(await outcomeText(world, ended))
  const [action] = (await world.data.actions.list({ limit: 1 })).results
  if (action === undefined) return
  const { id: actionId, title: actionTitle, templateId } = action
  console.error(firstStepsText({ url, actionId, actionTitle, templateId }))
}

/** Repeats what the database is too far away for: the server continues without. */
async function untilAvailable<Result>(
  { log, random, recovery }: World,
  work: () => Promise<Result>,
  { waiting, signal }: { waiting: string; signal: AbortSignal },
): Promise<Result | null> {
  const throttled = createThrottledLog(log)
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) return null
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
      throttled.warn({ error }, waiting)
      const delayMs = retryDelayMs(error, { failures, chance: chanceOf(random) })
      await new Promise<void>((resolve) => void recovery.wait(delayMs, resolve))
    }
  }
  return null
}

/**
 * `pictable serve`: says where the product is, and shows the sample until it is told to end. On standard error, as
 * standard output is the log's.
 */
export async function serve(app: App, config: Config, signal: AbortSignal): Promise<void> {
  const { world, role } = app
  // A worker has no users. Those of a container, or of a server behind a proxy, do not reach it where it listens.
  const url = role === 'worker' ? app.url : (config.PICTABLE_PUBLIC_URL ?? app.url)
  console.error(startedText({ url, role }, version()))
  if (role === 'worker') return
  const keyWaits = { waiting: 'The first key waits for the database', signal }
  const sampleWaits = { waiting: 'The sample waits for the database', signal }
  if (config.PICTABLE_ADMIN_KEY === undefined)
    await untilAvailable(world, () => app.alone(() => showKey(world)), keyWaits)
  const seed = () => app.alone(() => seedSample(world))
  const seeded = config.PICTABLE_SEED_SAMPLE ? await untilAvailable(world, seed, sampleWaits).catch(sayNoSample) : null
  // Behind the sample, which is there for whoever follows the link.
  if (app.hasDashboard)
    await untilAvailable(world, () => showSetup(world), { waiting: 'The set-up link waits for the database', signal })
  await untilAvailable(world, () => showSample({ ...app, url }, seeded?.run ?? null, signal), sampleWaits).catch(
    sayNoSample,
  )
}
