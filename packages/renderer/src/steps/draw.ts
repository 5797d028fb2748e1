import { bytesOf } from '#renderer/caches/bake-cache.ts'
import type { Pixels, Sheet, Surface } from '#renderer/canvas/canvas.ts'
import { endPaints } from '#renderer/canvas/end-paints.ts'
import { freePixels } from '#renderer/canvas/free-pixels.ts'
import { styleOf } from '#renderer/drawing/style.ts'
import { type Area, areasOf, edgesOf, sizeOf } from '#renderer/geometry/areas.ts'
import { scaling } from '#renderer/geometry/matrix.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import type { PlacedLayer } from '#renderer/model/layer-kind.ts'
import { isOpaquePaint } from '#renderer/properties/paint.ts'
import { pays, type Split, split } from './bake.ts'
import type { Checked } from './check.ts'
import { copied } from './copied.ts'
import { drawCut, drawLayers, type Place } from './draw-layers.ts'
import type { Filled } from './fill.ts'
import { changedFrame, cutFrame, type Frame, wholeFrame } from './frame.ts'
import { everyLoaded, type Loaded, picturesIn } from './load.ts'
import type { Placed } from './place.ts'
import type { Sized } from './size.ts'

export interface Drawn {
  readonly frame: Frame
}

type Ready = Started & Sized & Filled & Loaded & Placed

/**
 * Draws the page and reads its pixels. Where most of it is the same for many records or can be copied, each area that is
 * neither is drawn on a surface of its own, the first time too: so it is the same picture each time, and the kept part is
 * never touched. To draw on a large surface that was copied from before would copy all of it.
 */
export function draw(state: Ready & Pick<Checked, 'part'>): Drawn {
  const isWhole = sizeOf(state.part) === state.widthPx * state.heightPx
  const frame = isWhole ? frameOf(state) : partOf(state)
  endPassing(state)
  return { frame }
}

function frameOf(state: Ready): Frame {
  const parts = split(state)
  const opaque = isOpaquePaint(state.drawing.background)
  const found = parts.rest.map((layer) => copied(layer, state))
  const areas = areasOf(
    parts.touched.flatMap((bounds, at) => found[at]?.corners ?? [bounds]),
    state,
  )
  const changes = areas.reduce((sum, area) => sum + sizeOf(area), 0) / (state.widthPx * state.heightPx)
  if (!opaque || changes > MOST_CHANGES) {
    return onSurface(state, (page) => {
      drawCut(begin(page, state, bake(state, parts)), page, { state })
      return wholeFrame(page, opaque)
    })
  }
  const kept = bring(state, parts)
  if (kept) {
    const pictures = found.filter((each) => each !== undefined)
    const drawOne = (area: Area) => drawArea(area, { kept, parts, state })
    return changedFrame({ kept, areas, drawArea: drawOne, pictures })
  }
  return onSurface(state, (page) => {
    drawKept(page, state, parts)
    const drawn = areas.map((area) => ({ area, surface: drawArea(area, { kept: page, parts, state }) }))
    drawCut(
      parts.rest.filter((_, at) => found[at]),
      page,
      { state },
    )
    for (const { area, surface } of drawn) {
      page.put(surface, area.left, area.top)
      surface.release()
    }
    return wholeFrame(page, opaque)
  })
}

/** Of larger pages, a part is drawn by itself: edges of shapes that leave it may differ by a shade. */
const MAX_WHOLE_PX = 16_000_000

/** The pixels that a part of the page has in the frame of the whole. */
function partOf(state: Ready & Pick<Checked, 'part'>): Frame {
  const { part, lettering, widthPx, heightPx } = state
  if (widthPx * heightPx <= MAX_WHOLE_PX) return cutFrame(frameOf(state), part, { widthPx, heightPx })
  const [around = part] = areasOf([edgesOf(part)], state)
  const surface = lettering.createSurface(around.widthPx, around.heightPx)
  const cut = lettering.createSurface(part.widthPx, part.heightPx)
  try {
    drawFrom(surface, state, { from: around })
    cut.put(surface, around.left - part.left, around.top - part.top)
    return wholeFrame(cut, isOpaquePaint(state.drawing.background))
  } finally {
    surface.release()
    cut.release()
  }
}

interface AreaOf {
  readonly kept: Surface
  readonly parts: Split
  readonly state: Ready
}

/** Draws what varies within an area over what does not, on a surface of its own. */
function drawArea(area: Area, { kept, parts, state }: AreaOf): Surface {
  const surface = state.lettering.createSurface(area.widthPx, area.heightPx)
  surface.put(kept, -area.left, -area.top)
  drawCut(parts.rest, surface, { state, from: area })
  return surface
}

/** Above this share of the page, reading all of it takes less. */
const MOST_CHANGES = 0.5

/** Draws the page and reads its pixels: premultiplied RGBA. */
export function drawRgba(state: Ready): { readonly rgba: Uint8Array } {
  const rgba = onSurface(state, (page) => {
    drawPage(page, state)
    return page.read()
  })
  endPassing(state)
  return { rgba }
}

/** Gives back what only this page needed of its pictures; `forget` lets go of those that no other one shows. */
export function endPassing({ images }: Loaded, forget?: (pixels: Pixels) => void): void {
  // Several layers and paints may share one picture.
  const all = new Map([...images.values()].flatMap(everyLoaded).map(({ pixels, passing }) => [pixels, passing]))
  for (const [pixels, passing] of all) {
    if (!pixels) continue
    endPaints(pixels)
    if (!passing) continue
    forget?.(pixels)
    freePixels(pixels.data)
  }
}

function onSurface<Result>(state: Ready, use: (surface: Surface) => Result): Result {
  const surface = state.lettering.createSurface(state.widthPx, state.heightPx)
  try {
    return use(surface)
  } finally {
    surface.release()
  }
}

/** Draws the page on an empty surface; what is the same for many pages is brought from earlier ones. */
export function drawPage(surface: Sheet, state: Ready): void {
  drawCut(begin(surface, state, bake(state, split(state))), surface, { state })
}

/** What of a page a surface shows. */
export interface Seen {
  readonly from: Place
  /** Without the background. */
  readonly bare?: boolean
  /** Of the surface: only these are drawn, after they were cleared. Default: all of it. */
  readonly parts?: readonly Area[]
}

/** Draws background and layers as they are seen from a place of the page on, in pixels. */
export function drawFrom(surface: Sheet, state: Ready, { from, bare = false, parts }: Seen): void {
  const { context } = surface.pen
  context.save()
  if (parts) {
    context.beginPath()
    for (const { left, top, widthPx, heightPx } of parts) context.rect(left, top, widthPx, heightPx)
    context.clip()
    for (const { left, top, widthPx, heightPx } of parts) context.clearRect(left, top, widthPx, heightPx)
  }
  if (!bare) drawBackground(surface, state, from)
  drawCut(state.placed, surface, { state, from, parts })
  context.restore()
}

/** Draws background and layers on a surface or a page of paper. */
export function drawAll(state: Ready, sheet: Sheet): void {
  drawBackground(sheet, state)
  drawLayers(state.placed, sheet, { state, matrix: scaling(state.scale) })
}

/** @returns the layers that are left to draw */
function begin(surface: Sheet, state: Ready, { kept, rest }: Baked): readonly PlacedLayer[] {
  if (kept) {
    surface.put(kept, 0, 0)
    return rest
  }
  drawBackground(surface, state)
  return state.placed
}

interface Baked extends Split {
  /** The part that is the same for many records, drawn; undefined where that does not pay, or not yet. */
  readonly kept: Surface | undefined
}

/** Brings what is the same for many records where that takes less than drawing it. */
function bake(state: Ready, parts: Split): Baked {
  return { ...parts, kept: pays(parts, state) ? bring(state, parts) : undefined }
}

/** What is the same for many records, drawn; undefined where it is asked for the first time, or too large. */
function bring(state: Ready, parts: Split): Surface | undefined {
  const { widthPx, heightPx, prepared, lettering } = state
  const known = prepared.bakes.get(parts.key)
  if (known || !prepared.bakes.isWanted(parts.key, bytesOf(state))) return known
  const made = lettering.createSurface(widthPx, heightPx)
  drawKept(made, state, parts)
  prepared.bakes.set(parts.key, made)
  return made
}

function drawKept(surface: Sheet, state: Ready, { baked }: Split): void {
  drawBackground(surface, state)
  drawCut(baked, surface, { state })
}

function drawBackground({ pen }: Sheet, { drawing, images, ...page }: Ready, from?: Place): void {
  if (drawing.background === 'transparent') return
  const { context } = pen
  const { widthPx: width, heightPx: height } = page
  const pictures = picturesIn(images.get(drawing.page))
  context.save()
  if (from) context.translate(-from.left, -from.top)
  context.fillStyle = styleOf(pen, drawing.background, { width, height, pictures, without: '#ffffff' })
  context.fillRect(0, 0, width, height)
  context.restore()
}
