import type { UrlKey } from '#core/access/url-key.ts'
import { AppError } from '#core/errors.ts'
import type { Font } from '#core/font/font.ts'
import { fontMarks, namedFonts } from '#core/font/named-fonts.ts'
import { isDamaged } from '#core/image/damaged-file.ts'
import { contentTypeOf } from '#core/image/image-url.ts'
import { imageFailed } from '#core/image/render-image.ts'
import type { RenderJob } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { clearSignedFiles } from './clear-signed-files.ts'
import type { SignedRequest } from './request-of.ts'
import { type SignedFile, signedFileKey } from './signed-file.ts'

export interface SignedBytes {
  file: SignedFile
  bytes: Uint8Array
}

type SignedWorld = Pick<World, 'clock' | 'data' | 'digest' | 'renderer' | 'storage'>

/** Renders what is not there yet, each image once however many ask for it at the same time. */
export type RenderSigned = (world: SignedWorld, key: UrlKey, request: SignedRequest) => Promise<SignedBytes>

const dayMs = 24 * 3_600_000

/** Pictures that are fetched may change; one that could not be fetched may be there in a moment. */
const goodForMs = { whole: 7 * dayMs, incomplete: 5 * 60_000 }

/** A page that is looked at often must not have the same failure rendered again and again. */
const failureForMs = 10_000
const mostFailures = 1000

/** What one process may add before it looks whether there is too much. */
const clearAfterBytes = 256 * 2 ** 20

/** Raised when the rules below change what the same request is digested to. */
const rules = 1

function fingerprintOf(
  { digest, renderer }: SignedWorld,
  { version, values, output }: SignedRequest,
  fonts: readonly Font[],
): string {
  const { formats, quality = null, scale = null } = output
  const sorted = Object.keys(values)
    .sort()
    .map((name) => [name, values[name]])
  const named = fontMarks(namedFonts(fonts, version.design, values))
  const made = [rules, version.templateId, version.version, sorted, formats, quality, scale, renderer.outputRevision]
  return digest.sha256(JSON.stringify(named.length === 0 ? made : [...made, named]))
}

function capped({ id }: UrlKey, { most, span, waitMs }: { most: number; span: string; waitMs: number }): AppError {
  const message = `The key ${id} has reached its limit of ${most} new images per ${span}. Existing images are still served.`
  return new AppError('rate_limited', message, { retryAfterMs: waitMs })
}

/** Takes of both caps, or of neither. @throws AppError `rate_limited` */
async function takeRender({ clock, data }: SignedWorld, key: UrlKey): Promise<void> {
  const { rendersPerDay, rendersPerMinute } = key
  const at = clock.now()
  await data.transaction(async (inside) => {
    const taken = await inside.callCounts.take(key.id, { at, perDay: rendersPerDay, perMonth: null })
    if (taken === null) throw capped(key, { most: rendersPerDay, span: 'day', waitMs: dayMs - (at.getTime() % dayMs) })
    const limit = { perMinute: rendersPerMinute, burst: rendersPerMinute, cost: 1, at }
    const { waitMs } = await inside.rateLimits.take(`renders:${key.id}:minute`, limit)
    if (waitMs > 0) throw capped(key, { most: rendersPerMinute, span: 'minute', waitMs })
  })
}

/** A damaged file is rendered again, which repairs it. */
function nullIfDamaged(error: unknown): null {
  if (isDamaged(error)) return null
  throw error
}

async function findKept(world: SignedWorld, fingerprint: string): Promise<SignedBytes | null> {
  const file = await world.data.signedFiles.find(fingerprint, world.clock.now())
  const bytes = file && (await world.storage.get(signedFileKey(file)).catch(nullIfDamaged))
  return file && bytes && { file, bytes }
}

/** What decides how the image of a request looks, beside the request. */
interface Recipe {
  fingerprint: string
  fonts: readonly Font[]
}

async function renderAndKeep(
  world: SignedWorld,
  { fingerprint, fonts }: Recipe,
  { version, values, format, output }: SignedRequest,
): Promise<SignedBytes> {
  let isWhole = true
  const load: RenderJob['load'] = async (src, signal, next) => {
    try {
      return await next(src, signal)
    } catch (error) {
      isWhole = false
      throw error
    }
  }
  const job = { version, values, modifications: [], output, fonts, load }
  const { files } = await world.renderer.render(job).catch((error) => {
    throw imageFailed(error)
  })
  const [rendered] = files
  if (rendered === undefined) throw new AppError('internal', 'The renderer returned no file.')
  const { bytes } = rendered
  const hash = world.digest.sha256(bytes)
  const createdAt = world.clock.now()
  const goodUntil = new Date(createdAt.getTime() + goodForMs[isWhole ? 'whole' : 'incomplete'])
  const file = { fingerprint, format, hash, sizeBytes: bytes.length, createdAt, goodUntil }
  await world.storage.put(signedFileKey(file), bytes, contentTypeOf(format))
  await world.data.signedFiles.keep(file)
  return { file, bytes }
}

/** The same will be said of the next one who asks. */
function isOfTheImage(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'image_failed' || error.code === 'render_timeout')
}

interface Asked {
  key: UrlKey
  request: SignedRequest
}

/** What one process remembers: what is under way, and what has just failed. */
export function createRenderSigned(): RenderSigned {
  const flights = new Map<string, Promise<SignedBytes>>()
  const failures = new Map<string, { error: AppError; untilMs: number }>()
  let addedBytes = 0

  function countAdded(world: SignedWorld, { sizeBytes }: SignedFile): void {
    addedBytes += sizeBytes
    if (addedBytes < clearAfterBytes) return
    addedBytes = 0
    // Nobody waits for it, and the hourly round is its retry.
    clearSignedFiles(world).catch(() => {})
  }

  async function make(world: SignedWorld, { key, request }: Asked, recipe: Recipe) {
    const { fingerprint } = recipe
    const kept = await findKept(world, fingerprint)
    if (kept !== null) return kept
    const failure = failures.get(fingerprint)
    const nowMs = () => world.clock.now().getTime()
    if (failure !== undefined && failure.untilMs > nowMs()) throw failure.error
    await takeRender(world, key)
    try {
      const made = await renderAndKeep(world, recipe, request)
      countAdded(world, made.file)
      return made
    } catch (error) {
      if (isOfTheImage(error)) {
        if (failures.size >= mostFailures) failures.clear()
        failures.set(fingerprint, { error, untilMs: nowMs() + failureForMs })
      }
      throw error
    }
  }

  return async (world, key, request) => {
    const fonts = await world.data.fonts.all()
    const fingerprint = fingerprintOf(world, request, fonts)
    // Each key by itself, so that nobody is refused for the cap of another one.
    const name = `${key.id} ${fingerprint}`
    const underWay = flights.get(name)
    if (underWay !== undefined) return underWay
    const flight = make(world, { key, request }, { fingerprint, fonts }).finally(() => flights.delete(name))
    flights.set(name, flight)
    return flight
  }
}
