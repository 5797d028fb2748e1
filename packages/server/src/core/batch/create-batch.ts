import { AppError, type ErrorDetail } from '#core/errors.ts'
import { type ImageRequest, type PreparedImage, prepareImage } from '#core/image/prepare-image.ts'
import { pointer } from '#core/pointer.ts'
import type { Data } from '#core/ports/data.ts'
import type { Jobs } from '#core/ports/queue.ts'
import type { DrawnVersion } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { refuseIfAny } from '#core/refuse.ts'
import { usedVersion } from '#core/template/used-version.ts'
import { nextTurn } from '#core/turns.ts'
import { nameReceiver } from '#core/webhook/name-receiver.ts'
import { checkReceiverUrl } from '#core/webhook/save-webhook.ts'
import { inParts, lengthOf } from '#core/within-size.ts'
import type { Batch, ItemRequest, PendingItem } from './batch.ts'

/** Items of one job. */
const MAX_JOB_ITEMS = 100
const MAX_ERRORS = 20

/** The member that names what is not there: the version of a template that is there, else the template. */
async function missingMember({ data }: Pick<World, 'data'>, { template }: ImageRequest): Promise<string> {
  const isVersion = 'id' in template && template.version !== undefined && (await data.templates.get(template.id))
  return isVersion ? 'version' : 'template_id'
}

/** What is wrong with an item, as places of the request. */
async function errorsOf(
  world: Pick<World, 'data'>,
  error: unknown,
  { request, index }: { request: ImageRequest; index: number },
): Promise<ErrorDetail[]> {
  if (!(error instanceof AppError)) throw error
  const place = pointer('items', index)
  if (error.code === 'not_found')
    return [{ pointer: `${place}/${await missingMember(world, request)}`, detail: error.message }]
  if (error.code !== 'invalid_request') throw error
  const errors = error.errors.map((each) => ({ ...each, pointer: place + each.pointer }))
  return errors.length > 0 ? errors : [{ pointer: place, detail: error.message }]
}

/** Finds each version once. */
function findOnce(world: Pick<World, 'data'>) {
  const known = new Map<string, Promise<DrawnVersion>>()
  return (template: { id: string; version?: number | undefined }) => {
    const key = `${template.id} ${template.version}`
    const found = known.get(key) ?? usedVersion(world, template.id, template.version)
    known.set(key, found)
    return found
  }
}

/** Checks the items of a batch. @throws AppError `invalid_request` that points at what is wrong in each of them */
export async function prepareBatch(
  world: Pick<World, 'data' | 'webhookGuard'>,
  requests: readonly ImageRequest[],
): Promise<PreparedImage[]> {
  const find = findOnce(world)
  const prepared: PreparedImage[] = []
  const errors: ErrorDetail[] = []
  for (const [index, request] of requests.entries()) {
    try {
      prepared.push(await prepareImage(world, request, find))
    } catch (error) {
      errors.push(...(await errorsOf(world, error, { request, index })))
      if (errors.length >= MAX_ERRORS) break
    }
    await nextTurn()
  }
  refuseIfAny(errors, 'The batch is invalid. Nothing was rendered.')
  return prepared
}

function requestOf({ version, webhookUrl: _, ...rest }: PreparedImage, webhookIds: readonly string[]): ItemRequest {
  const { templateId, version: number, design } = version
  const isStored = templateId !== null && number !== null
  return { ...rest, template: isStored ? { id: templateId, version: number } : { design }, webhookIds }
}

/** Names each receiver once. @returns the ids for a URL, none without one */
async function nameReceivers(
  world: Pick<World, 'clock' | 'newId'>,
  data: Data,
  urls: readonly (string | undefined)[],
): Promise<(url: string | undefined) => string[]> {
  const ids = new Map<string | undefined, string>()
  const named = new Set(urls.flatMap((url) => url ?? []))
  // Always in the same order: two batches would wait for each other.
  for (const url of [...named].sort()) ids.set(url, await nameReceiver(world, data, url))
  return (url) => {
    const id = ids.get(url)
    return id === undefined ? [] : [id]
  }
}

/** The jobs of a batch. */
export function jobsOf({ id: batchId, total }: Pick<Batch, 'id' | 'total'>): Jobs['render-batch'][] {
  const jobs: Jobs['render-batch'][] = []
  for (let fromN = 0; fromN < total; fromN += MAX_JOB_ITEMS)
    jobs.push({ batchId, fromN, toN: Math.min(fromN + MAX_JOB_ITEMS, total), turn: jobs.length })
  return jobs
}

/**
 * Stores images that are to be rendered, and the jobs that render them. `webhookUrl`: receives the end of the batch.
 * @throws AppError `invalid_request` when that URL cannot be used
 */
export async function createBatch(
  world: Pick<World, 'clock' | 'data' | 'newId' | 'webhookGuard'>,
  prepared: readonly PreparedImage[],
  webhookUrl?: string,
): Promise<Batch> {
  if (webhookUrl !== undefined) checkReceiverUrl(world, webhookUrl, 'webhook_url')
  const facts = { id: world.newId('batch'), total: prepared.length, createdAt: world.clock.now() }
  return world.data.transaction(async (data) => {
    const receivers = await nameReceivers(world, data, [webhookUrl, ...prepared.map((image) => image.webhookUrl)])
    const batch: Batch = { ...facts, webhookIds: receivers(webhookUrl) }
    await data.batches.insert(batch)
    const items = prepared.map((image, n): PendingItem => {
      return { n, request: requestOf(image, receivers(image.webhookUrl)) }
    })
    for (const part of inParts(items, ({ request }) => lengthOf(request)))
      await data.batches.insertItems(batch.id, part)
    await data.queue.send('render-batch', jobsOf(batch), { givesWay: 0 })
    return batch
  })
}
