import type { Failure } from '@pictable/model/failure'
import { templateSchema } from '@pictable/renderer/template'
import { chanceOf } from '#core/chance.ts'
import { AppError, isOurTrouble } from '#core/errors.ts'
import type { Font } from '#core/font/font.ts'
import { attemptPictures, MAX_PICTURE_RETRIES, type PictureRetrier } from '#core/image/attempt-pictures.ts'
import { drawImage } from '#core/image/draw-image.ts'
import type { Image } from '#core/image/image.ts'
import { refuseLostFiles } from '#core/image/refuse-lost-files.ts'
import type { Jobs } from '#core/ports/queue.ts'
import type { DrawnVersion, RenderJob } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { attempt } from '#core/run/attempt.ts'
import { createBatcher } from '#core/run/batcher.ts'
import { imageIdOf } from '#core/run/image-id.ts'
import { inParallel } from '#core/run/in-parallel.ts'
import { RecordError } from '#core/run/record-error.ts'
import { recordImageEvents } from '#core/webhook/record-image-events.ts'
import { inParts, lengthOf } from '#core/within-size.ts'
import type { ItemRequest, PendingItem } from './batch.ts'
import { emitIfEnded } from './end-batch.ts'

/** A flush stores this many ended items, or those of this time: that much is repeated after a crash. */
const FLUSH_ITEMS = 25
const FLUSH_AFTER_MS = 100

/** After this time a job leaves the rest to a new one, as other batches wait: an item can have hundreds of pages. */
const MAX_JOB_MS = 10_000
/** Of the last job of a long batch: who gives way again and again is not always the last. */
const LAST_TURN = 9

type BatchWorld = Pick<
  World,
  'clock' | 'data' | 'digest' | 'log' | 'newId' | 'publicUrl' | 'random' | 'renderer' | 'secrets' | 'storage'
>

/** Some items of a batch, while they are rendered. */
interface Work extends PictureRetrier {
  world: BatchWorld
  batchId: string
  fonts: readonly Font[]
  versions: Map<string, Promise<DrawnVersion>>
  /** When the rest is left to another job, in ms since 1970. */
  until: number
  /** Some of the items that were read have ended elsewhere, by a cancel say: those still pending are read again. */
  isStale: boolean
  /** Why nothing more is begun: something of ours does not work. */
  end: AppError | null
}

const isOver = ({ world, until }: Work) => world.clock.now().getTime() >= until

/** How an item ended. */
type Ended = PendingItem & { version: DrawnVersion } & (
    | { image: Image; reason: null }
    | { image: null; reason: Failure }
  )

/** Of a template that is gone by now, for the events of its images. */
const noDesign = templateSchema.parse({ schema: 1, width: 1, height: 1, layers: [] })

async function findVersion({ world }: Work, id: string, number: number): Promise<DrawnVersion> {
  const version = await world.data.templates.getVersion(id, number)
  return version ?? { templateId: id, version: number, design: noDesign }
}

async function versionOf(work: Work, template: ItemRequest['template']): Promise<DrawnVersion> {
  if ('design' in template) return { templateId: null, version: null, design: template.design }
  const { id, version } = template
  const key = `${id} ${version}`
  const found = work.versions.get(key) ?? findVersion(work, id, version)
  work.versions.set(key, found)
  return found
}

function reasonOf({ world, batchId }: Work, error: unknown): Failure {
  if (error instanceof RecordError) {
    const { code, message, layer } = error
    return { code, message: layer === undefined || message.includes(layer) ? message : `${message} (layer "${layer}")` }
  }
  if (error instanceof AppError) return { code: error.code, message: error.message }
  world.log.warn({ batch_id: batchId, error }, 'An item of a batch failed')
  return { code: 'internal', message: 'An internal error occurred.' }
}

/** @returns null when the process stops, or something of ours does not work: the item stays pending */
async function renderItem(work: Work, { n, request }: PendingItem): Promise<Ended | null> {
  const { world, batchId, fonts, signal } = work
  const version = await versionOf(work, request.template)
  const ended = { n, request, version }
  try {
    if (version.design === noDesign) throw new AppError('not_found', 'The template or its version was deleted.')
    const id = imageIdOf(world.digest, batchId, { n })
    const render = (job: RenderJob) =>
      attemptPictures((noting) => {
        const waiting = { ...job, ids: { batchId, n }, waits: true, load: noting() }
        return world.renderer.render(waiting, signal)
      }, work)
    const drawn = await attempt(() => drawImage(world, { ...request, version }, { id, fonts, render }), work)
    return { ...ended, image: { ...drawn, webhookIds: request.webhookIds }, reason: null }
  } catch (error) {
    if (signal.aborted) return null
    if (!isOurTrouble(error)) return { ...ended, image: null, reason: reasonOf(work, error) }
    work.end = error
    return null
  }
}

/** Stores how items ended, their images and the events of them in one transaction. Those cancelled by now stay cancelled. */
async function flush(work: Work, some: readonly Ended[]): Promise<void> {
  const { world, batchId } = work
  const ordered = some.toSorted((one, other) => one.n - other.n)
  await refuseLostFiles(
    world,
    ordered.flatMap(({ image }) => image ?? []),
  )
  const outcomes = ordered.map(({ n, reason }) => ({ n, state: reason ? 'failed' : 'rendered', reason }) as const)
  const finished = await world.data.transaction(async (data) => {
    const places = new Set(await data.batches.finish(batchId, outcomes, world.clock.now()))
    const news = ordered.filter(({ n }) => places.has(n))
    const images = news.flatMap(({ image }) => image ?? [])
    for (const part of inParts(images, ({ values, metadata }) => lengthOf(values) + lengthOf(metadata)))
      await data.images.insert(part)
    await recordImageEvents(
      world,
      data,
      news.map(({ request, version, image, reason: error }) => ({ ...request, version, image, error })),
    )
    if (places.size > 0) await emitIfEnded(world, data, batchId)
    return places.size
  })
  if (finished < some.length) work.isStale = true
}

async function renderItems(work: Work, items: readonly PendingItem[]): Promise<void> {
  const ended = createBatcher<Ended>({
    startAt: FLUSH_ITEMS,
    startAfterMs: FLUSH_AFTER_MS,
    takeAtMost: items.length,
    work: (some) => flush(work, some),
  })
  try {
    await inParallel(items, {
      atOnce: work.world.renderer.concurrency,
      goesOn: () => work.end === null && !work.isStale && !isOver(work) && !work.signal.aborted,
      work: async (item) => {
        const result = await renderItem(work, item)
        if (result !== null) ended.add(result)
      },
    })
  } finally {
    await ended.end()
  }
}

async function failPending(work: Work, items: readonly PendingItem[], reason: Failure): Promise<void> {
  const ended = items.map(async (item) => ({
    ...item,
    version: await versionOf(work, item.request.template),
    image: null,
    reason,
  }))
  await flush(work, await Promise.all(ended))
}

/**
 * Does the work for pending items.
 * @returns whether none are left; else the time was over
 * @throws AppError when something of ours does not work
 */
async function untilEnded(
  world: BatchWorld,
  {
    job: { batchId, fromN, toN },
    until,
    signal,
    work,
  }: Pick<Work, 'until' | 'signal'> & {
    job: Jobs['render-batch']
    work: (work: Work, items: readonly PendingItem[]) => Promise<void>
  },
): Promise<boolean> {
  const state: Work = {
    world,
    batchId,
    fonts: await world.data.fonts.all(),
    versions: new Map(),
    signal,
    chance: () => chanceOf(world.random),
    pictureRetries: MAX_PICTURE_RETRIES,
    until,
    isStale: false,
    end: null,
  }
  for (;;) {
    const items = await world.data.batches.pending(batchId, fromN, toN)
    if (items.length === 0) return true
    if (isOver(state)) return false
    state.isStale = false
    await work(state, items)
    signal.throwIfAborted()
    if (state.end !== null) throw state.end
  }
}

/** Renders what is pending at some places of a batch. Safe to repeat at any time: only pending items change. */
export async function renderBatch(world: BatchWorld, job: Jobs['render-batch'], signal: AbortSignal): Promise<void> {
  const until = world.clock.now().getTime() + MAX_JOB_MS
  if (await untilEnded(world, { job, until, signal, work: renderItems })) return
  const turn = Math.min((job.turn ?? 0) + 1, LAST_TURN)
  await world.data.queue.send('render-batch', [{ ...job, turn }], { givesWay: turn })
}

/** Ends what is pending at some places of a batch for a reason that is not its own. */
export async function failItems(world: BatchWorld, job: Jobs['render-batch'], reason: Failure): Promise<void> {
  const { signal } = new AbortController()
  const until = Number.POSITIVE_INFINITY
  await untilEnded(world, { job, until, signal, work: (work, items) => failPending(work, items, reason) })
}
