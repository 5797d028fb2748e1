import { createKey } from '#core/access/create-key.ts'
import { createLink, needsSetup } from '#core/access/login-link.ts'
import { AppError, isCorrupt } from '#core/errors.ts'
import { imageUrl } from '#core/image/image-url.ts'
import type { World } from '#core/ports/world.ts'
import type { Run } from '#core/run/run.ts'
import { startRun } from '#core/run/start-run.ts'
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

/** The server is as good without the sample. @throws what the database failed with: without that it is not */
function sayNoSample(error: unknown): null {
  if (isCorrupt(error) || (error instanceof AppError && error.code === 'unavailable')) throw error
  console.error(`\n  The sample is not ready: ${error instanceof Error ? error.message : error}\n`)
  return null
}

/** Fills an empty installation and has the images of the sample made, once. */
async function startSample(world: World): Promise<Pick<Run, 'id'> | null> {
  const seeded = await seedSample(world)
  if (seeded === null) return null
  const wholeView = { recordIds: null, force: false, limit: null, metadata: null }
  return (await startRun(world, seeded.action.id, wholeView)).run
}

/** Shows how the images of the sample are made, and lines to try. */
async function showSample({ world, role, url }: App, run: Pick<Run, 'id'> | null, signal: AbortSignal): Promise<void> {
  // The workers may start at any time.
  const ended = run === null || role === 'api' ? null : await watchRun(world, run.id, signal)
  if (ended !== null) console.error(await outcomeText(world, ended))
  const [action] = (await world.data.actions.list({ limit: 1 })).results
  if (action) console.error(firstStepsText({ url, actionId: action.id, templateId: action.templateId }))
}

/**
 * `pictable serve`: says where the product is, and shows the sample until it is told to end. On standard error, as
 * standard output is the log's.
 */
export async function serve(app: App, config: Config, signal: AbortSignal): Promise<void> {
  console.error(startedText(app, version()))
  if (app.role === 'worker') return
  const sample = await app.alone(async () => {
    // First, as it is shown only once: nothing that may fail comes between making and showing it.
    if (config.PICTABLE_ADMIN_KEY === undefined) await showKey(app.world)
    return config.PICTABLE_SEED_SAMPLE ? startSample(app.world).catch(sayNoSample) : null
  })
  if (app.hasDashboard && (await needsSetup(app.world)))
    console.error(setupText((await createLink(app.world, null)).url))
  await showSample(app, sample, signal).catch((error) => signal.aborted || sayNoSample(error))
}
