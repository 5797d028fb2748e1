import { inParallel } from '#renderer/async/in-parallel.ts'
import type { PixelCache } from '#renderer/caches/pixel-cache.ts'
import type { Pixels } from '#renderer/canvas/canvas.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import type { Lettering, Started } from '#renderer/jobs/prepared.ts'
import { errorPlaceOf, everyFilled, type Pictured, picturePlaceOf } from '#renderer/model/filled-layer.ts'
import type { ImageRequest, Pictures } from '#renderer/model/layer-kind.ts'
import { isLate, toRenderError } from '#renderer/model/tolerance.ts'
import { readDataUrl } from '#renderer/pictures/data-url.ts'
import type { DrawnSize } from '#renderer/pictures/drawn-size.ts'
import type { PicturePaint } from '#renderer/properties/paint.ts'
import type { Filled } from './fill.ts'
import type { Sized } from './size.ts'

/** Sources that are loaded at once for one picture. */
const PARALLEL = 6
/** What all pictures of one render may have together once they are decoded. */
const MAX_DECODED_PIXELS = 200_000_000
/** Of one picture where a design is edited: as many as are kept, with room for rounding. */
const MAX_ZOOMED_PIXELS = 15_500_000
/** Of all pictures where a design is edited, and of all that are there as a whole: most of these are drawn far smaller. */
const ALL_ZOOMED_PIXELS = 4 * MAX_ZOOMED_PIXELS

export interface LoadedImage {
  /** Absent when the layer is hidden for want of a picture. */
  readonly pixels?: Pixels
  /** The pixels are of no use to other pictures. */
  readonly passing: boolean
  /** Why the picture that was asked for is not there. */
  readonly missing?: string
  /** The record has none; the picture itself is not wrong. */
  readonly isNotGiven?: true
}

/** The pictures of a layer, or of the page. */
export interface LoadedPictures {
  readonly image?: LoadedImage | undefined
  readonly paints: ReadonlyMap<PicturePaint, LoadedImage>
}

export interface Loaded {
  readonly lettering: Lettering
  readonly images: ReadonlyMap<Pictured, LoadedPictures>
}

interface Wanted {
  readonly layer: Pictured
  /** All that the picture paints; undefined for the picture that the layer is. */
  readonly paints: readonly (PicturePaint | undefined)[]
  readonly request: ImageRequest
  readonly size: DrawnSize
}

/** Each picture, as far as it was asked for. */
export const everyLoaded = ({ image, paints }: LoadedPictures = { paints: new Map() }): readonly LoadedImage[] =>
  image ? [image, ...paints.values()] : [...paints.values()]

/** The pictures that are there. */
export function picturesIn({ image, paints }: LoadedPictures = { paints: new Map() }): Pictures {
  const found = [...paints].flatMap(([paint, { pixels }]) => (pixels ? [[paint, pixels] as const] : []))
  const greyed = [...paints].flatMap(([paint, loaded]) => (isAwaited(loaded) ? [paint] : []))
  return {
    image: image?.pixels,
    ...(found.length > 0 && { paints: new Map(found) }),
    ...(greyed.length > 0 && { greyed: new Set(greyed) }),
  }
}

/** Whether a picture failed or is late, where a job goes on all the same. */
export const isAwaited = (loaded: LoadedImage | undefined): boolean =>
  loaded !== undefined && loaded.pixels === undefined && loaded.missing === undefined

type Asked = Omit<Wanted, 'size'>

/** What a layer asks for, each once: a chart may have the same picture as each of its colours. */
function requestsOf(layer: Pictured): Asked[] {
  const { image, paints = [] } = layer.content ?? {}
  const asked: Asked[] = []
  for (const [paint, request] of [...(image ? [[undefined, image] as const] : []), ...paints]) {
    const at = asked.findIndex((other) => isSame(other.request, request))
    const same = asked[at]
    if (same) asked[at] = { ...same, paints: [...same.paints, paint] }
    else asked.push({ layer, paints: [paint], request })
  }
  return asked
}

/** A source may be long, and different ones are told apart at once. */
function isSame(one: ImageRequest, other: ImageRequest): boolean {
  const restOf = (request: ImageRequest) => JSON.stringify({ ...request, src: '', fallback: '' })
  return one.src === other.src && one.fallback === other.fallback && restOf(one) === restOf(other)
}

/** Brings fonts and pictures; pictures are decoded at the size at which they are drawn. */
export async function load(state: Started & Sized & Filled): Promise<Loaded> {
  const { prepared, drawing } = state
  const asked = [drawing.page, ...everyFilled(drawing.layers)].flatMap((layer) =>
    requestsOf(layer)
      .map((each) => ({ ...each, request: roomFor(each.request, state) }))
      .filter(({ request }) => request.width > 0 && request.height > 0),
  )
  const scaleOf = scaleFor(
    asked.map(({ request }) => request),
    state,
  )
  const wanted = asked.map((each) => ({ ...each, size: drawnSize(each.request, scaleOf(each.request)) }))
  const distinct = new Map(wanted.map(({ size, request }) => [keyOf(request.src, size), size]))
  if ([...distinct.values()].reduce((sum, { widthPx, heightPx }) => sum + widthPx * heightPx, 0) > MAX_DECODED_PIXELS) {
    throw new RenderError(
      'output_too_large',
      `all pictures together have more than ${MAX_DECODED_PIXELS / 1e6} million pixels`,
    )
  }
  const decoding: Decoding = new Map()
  const [lettering, found] = await Promise.all([
    prepared.lettering(state),
    inParallel(wanted, PARALLEL, async (each) => {
      const found = await loadTolerantly(each, { ...state, decoding })
      return { ...each, loaded: { ...found, passing: isPassing(found.pixels, each, state) } }
    }),
  ])
  const images = new Map<Pictured, LoadedPictures>()
  for (const [layer, ofLayer] of Map.groupBy(found, (each) => each.layer)) {
    const all = ofLayer.flatMap(({ paints, loaded }) => paints.map((paint) => [paint, loaded] as const))
    images.set(layer, {
      image: all.find(([paint]) => paint === undefined)?.[1],
      paints: new Map(all.flatMap(([paint, loaded]) => (paint ? [[paint, loaded] as const] : []))),
    })
  }
  return { lettering, images }
}

/** By what is decoded: several layers may show the same picture at the same size. */
type Decoding = Map<string, Promise<Pixels>>

type Loading = Started & { readonly decoding: Decoding }

const keyOf = (src: string, size: DrawnSize) => `${JSON.stringify(size)} ${src}`

/** Neither another record nor another size of this one shows these pixels. */
function isPassing(pixels: Pixels | undefined, { layer }: Wanted, state: Started): boolean {
  if (cacheFor(layer, state)) return false
  return !pixels || !(state.job.pictures?.keeps(pixels) || state.recent?.keeps(pixels))
}

/** Notes what is wrong with a picture, or that it takes too long. */
async function loadTolerantly(wanted: Wanted, state: Loading): Promise<Omit<LoadedImage, 'passing'>> {
  const { tolerance, signal } = state
  const { source } = wanted.layer
  const work = loadImage(wanted, state)
  if (await isLate(tolerance, work)) {
    tolerance?.loading.add(source)
    return {}
  }
  try {
    return await work
  } catch (error) {
    if (!tolerance || signal.aborted) throw error
    tolerance.errors.set(source, toRenderError(error, source))
    return {}
  }
}

/** On a page a canvas stretches what is zoomed in far, and what would be too much together; elsewhere whole pictures. */
function scaleFor(
  requests: readonly ImageRequest[],
  { scale, prepared }: Started & Sized,
): (request: ImageRequest) => number {
  if (!prepared.platform.drawsAgain) {
    const whole = requests.reduce((sum, each) => sum + (each.isWhole ? each.width * each.height * scale ** 2 : 0), 0)
    const share = Math.sqrt(Math.min(1, ALL_ZOOMED_PIXELS / whole))
    return ({ isWhole }) => (isWhole ? scale * share : scale)
  }
  const alone = ({ width, height }: ImageRequest) => Math.min(scale, Math.sqrt(MAX_ZOOMED_PIXELS / (width * height)))
  const all = requests.reduce((sum, each) => sum + each.width * each.height * alone(each) ** 2, 0)
  const share = Math.sqrt(Math.min(1, ALL_ZOOMED_PIXELS / all))
  return (request) => alone(request) * share
}

/** For a box of any size: all of the picture, with as many pixels as the page. */
function roomFor(request: ImageRequest, { widthPx, heightPx, scale }: Sized): ImageRequest {
  if (!request.isWhole) return request
  const side = Math.max(request.width, request.height, Math.sqrt(widthPx * heightPx) / scale)
  return { ...request, fit: 'contain', zoom: undefined, width: side, height: side }
}

function drawnSize({ width, height, fit, focalPoint, zoom, recolor }: ImageRequest, scale: number): DrawnSize {
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { widthPx: side(width), heightPx: side(height), fit, focalPoint, zoom, recolor }
}

const NONE_GIVEN = { missing: 'no picture given', isNotGiven: true } as const

async function loadImage(wanted: Wanted, state: Loading): Promise<Omit<LoadedImage, 'passing'>> {
  const { layer, request } = wanted
  const fallback = request.fallback?.trim() === '' ? undefined : request.fallback
  if (request.src.trim() === '') {
    if (fallback !== undefined) return { pixels: await pixelsOf(fallback, wanted, state), ...NONE_GIVEN }
    if (request.onMissing !== 'fail') return NONE_GIVEN
    throw new RenderError('image_missing', `${picturePlaceOf(layer.name)} has no picture`, errorPlaceOf(layer.name))
  }
  if (fallback === undefined) return { pixels: await pixelsOf(request.src, wanted, state) }
  try {
    return { pixels: await pixelsOf(request.src, wanted, state) }
  } catch (error) {
    if (state.signal.aborted) throw error
    return {
      pixels: await pixelsOf(fallback, wanted, state),
      missing: error instanceof Error ? error.message : String(error),
    }
  }
}

/** Where pictures of the layer are kept; undefined when another one comes with each record. */
function cacheFor({ isStatic }: Pictured, { prepared, pixels }: Started): PixelCache | undefined {
  return isStatic || prepared.platform.drawsAgain ? pixels : undefined
}

async function pixelsOf(src: string, { layer, size }: Wanted, state: Loading): Promise<Pixels> {
  const cache = cacheFor(layer, state)
  const key = keyOf(src, size)
  const known = cache?.get(key)
  if (known) return known
  const bytes = await bytesOf(src, layer.name, state)
  try {
    // What is kept for other records is not what ends with this one.
    const sharedKey = `${cache === undefined} ${key}`
    const { decoding } = state
    const decoded = decoding.get(sharedKey) ?? decode({ src, bytes, size }, { ...state, isKept: cache !== undefined })
    decoding.set(sharedKey, decoded)
    const pixels = await decoded
    cache?.set(key, pixels)
    return pixels
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const message = `the image in ${picturePlaceOf(layer.name)} ${error.message}`
    throw new RenderError(error.code, message, { ...errorPlaceOf(layer.name), cause: error.cause })
  }
}

/** What is cached by its source needs no second place. */
function decode(
  { src, bytes, size }: { src: string; bytes: Uint8Array; size: DrawnSize },
  { job, prepared, recent, isKept }: Started & { isKept: boolean },
): Promise<Pixels> {
  const fresh = () => job.pictures?.decode(src, bytes, size) ?? prepared.platform.decode(bytes, size)
  return recent && !isKept ? recent.find(bytes, size, fresh) : fresh()
}

async function bytesOf(
  src: string,
  layer: string | undefined,
  { load, signal, prepared }: Started,
): Promise<Uint8Array> {
  try {
    return readDataUrl(src, prepared.platform.readBase64) ?? (await load(src, { signal }))
  } catch (error) {
    if (signal.aborted) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new RenderError('load_failed', `${picturePlaceOf(layer)}: ${reason}`, {
      ...errorPlaceOf(layer),
      cause: error,
    })
  }
}
