import type { Sheet, Surface } from '#renderer/canvas/canvas.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { type Area, overlap, wholePixels } from '#renderer/geometry/areas.ts'
import { type Matrix, moved, scaling, widened, within } from '#renderer/geometry/matrix.ts'
import type { PlacedLayer } from '#renderer/model/layer-kind.ts'
import { drawnBounds, reachOf, type Stage, stagesOf, touchedBy } from './draw-bounds.ts'
import type { Effect } from './effects.ts'
import type { Loaded } from './load.ts'
import type { Sized } from './size.ts'

/** What layers that are drawn apart may hold at a time, beyond the page itself. */
const MAX_APART_BYTES = 400_000_000

/** What is drawn on, and from where. */
interface Page {
  readonly surface: Sheet
  readonly createSurface: (widthPx: number, heightPx: number) => Surface
  /** Pixels of the picture per pixel of the template. */
  readonly scale: number
  /** From the coordinates of the layers that are being drawn to pixels of the surface. */
  readonly matrix: Matrix
  /** How far from the surface something is still drawn, so that its shadow or blur may fall on it. */
  readonly aroundPx: number
  /** Of the surfaces between this one and the page. */
  readonly apartBytes: number
}

/** What layers are drawn with. */
type Ready = Sized & Pick<Loaded, 'lettering'>

/** A place of the page, in pixels. */
export interface Place {
  readonly left: number
  readonly top: number
}

interface Cut {
  readonly state: Ready
  /** The place of the page that is the corner of the surface. */
  readonly from?: Place
  /** Of the surface: layers beside them are left out. Default: all of it. */
  readonly parts?: readonly Area[] | undefined
}

/**
 * Draws layers on a surface that shows the page from a place on. What one draws further out than was worked out is cut:
 * the picture must be the same whether or not something of it was drawn before.
 */
export function drawCut(
  layers: readonly PlacedLayer[],
  surface: Sheet,
  { state, from = { left: 0, top: 0 }, parts = [wholeOf(surface)] }: Cut,
): void {
  const { context } = surface.pen
  const standing = { matrix: scaling(state.scale), scale: state.scale }
  for (const layer of layers) {
    const { left, top, widthPx, heightPx } = wholePixels(drawnBounds(layer, standing), state)
    const [x, y] = [left - from.left, top - from.top]
    if (!parts.some((part) => overlap({ left: x, top: y, widthPx, heightPx }, part))) continue
    context.save()
    context.beginPath()
    context.rect(x, y, widthPx, heightPx)
    context.clip()
    drawLayers([layer], surface, { state, matrix: moved(standing.matrix, -from.left, -from.top) })
    context.restore()
  }
}

const wholeOf = ({ widthPx, heightPx }: Sheet): Area => ({ left: 0, top: 0, widthPx, heightPx })

interface View {
  readonly state: Ready
  readonly matrix: Matrix
}

export function drawLayers(layers: readonly PlacedLayer[], surface: Sheet, { state, matrix }: View): void {
  const { lettering, scale, widthPx, heightPx } = state
  // Bounded, so that a shadow from far away does not ask for a surface many times the size of the page.
  const aroundPx = 400 + 0.05 * (widthPx + heightPx)
  const page = { surface, createSurface: lettering.createSurface, scale, matrix, aroundPx, apartBytes: 0 }
  for (const layer of layers) drawLayer(layer, page)
}

function drawLayer(placed: PlacedLayer, page: Page): void {
  drawStages(placed, page, stagesOf(placed, page.scale))
}

/** The stage of what is finished. */
const asItIs: Effect = { reachPx: 0, direct: true, set: () => undefined }

function drawStages(placed: PlacedLayer, page: Page, stages: readonly Stage[]): void {
  const { context } = page.surface.pen
  const { paper } = page.surface
  const { single, separate } = placed.drawable
  const drawsAsOne = single || (paper !== undefined && separate === true)
  const last = stages.at(-1)
  context.save()
  if (last === undefined || paper?.isFaint) {
    if (paper && !paper.isFaint && placed.drawable.isFlat) drawFlat(placed, page, [asItIs])
    else drawHere(placed, page)
  } else if (paper && last !== 'mask' && last.shadow) {
    drawShadow(placed, page, { stages: stages.slice(0, -1), shadow: last.shadow })
    drawStages(placed, page, stages.slice(0, -1))
  } else if (stages.length === 1 && drawsAsOne && last !== 'mask' && last.direct) {
    last.set(context)
    drawHere(placed, page)
  } else {
    // Paper would measure a blur by its own points.
    drawFlat(placed, page, paper && last !== 'mask' && !last.direct ? [...stages, asItIs] : stages)
  }
  context.restore()
}

/** Draws pixels; on paper with the text that they show, to be selected. */
function drawFlat(placed: PlacedLayer, page: Page, stages: readonly Stage[]): void {
  page.surface.paper?.faintly(() => drawHere(placed, page))
  drawApart(placed, page, stages)
}

function drawHere(placed: PlacedLayer, page: Page): void {
  const { context } = page.surface.pen
  const matrix = within(page.matrix, placed)
  context.save()
  context.setTransform(...matrix)
  placed.drawable.draw(page.surface.pen)
  placed.drawable.clip?.(page.surface.pen)
  for (const child of placed.drawable.children ?? []) drawLayer(child, { ...page, matrix })
  context.restore()
}

/** On paper a shadow is a bitmap by itself: what casts it stays sharp. */
function drawShadow(
  placed: PlacedLayer,
  page: Page,
  { stages, shadow }: { stages: readonly Stage[]; shadow: NonNullable<Effect['shadow']> },
): void {
  const { scale, createSurface, surface: sheet } = page
  const blurPx = shadow.blur * scale
  const [x, y] = [shadow.x * scale, shadow.y * scale]
  const area = visiblePart(placed, page, [...stages, { reachPx: 2 * blurPx + Math.max(Math.abs(x), Math.abs(y)) }])
  if (!area) return
  const left = Math.max(0, Math.floor(area.left + x - 2 * blurPx))
  const top = Math.max(0, Math.floor(area.top + y - 2 * blurPx))
  const widthPx = Math.min(sheet.widthPx, Math.ceil(area.left + area.widthPx + x + 2 * blurPx)) - left
  const heightPx = Math.min(sheet.heightPx, Math.ceil(area.top + area.heightPx + y + 2 * blurPx)) - top
  if (widthPx <= 0 || heightPx <= 0) return
  const shape = createSurface(area.widthPx, area.heightPx)
  const cast = createSurface(widthPx, heightPx)
  try {
    drawStages(placed, { ...page, surface: shape, matrix: moved(page.matrix, -area.left, -area.top) }, stages)
    shape.tint(shadow.color)
    if (blurPx > 0) cast.pen.context.filter = `blur(${blurPx / 2}px)`
    cast.put(shape, area.left + x - left, area.top + y - top)
    sheet.pen.context.setTransform(1, 0, 0, 1, 0, 0)
    sheet.put(cast, left, top)
  } finally {
    shape.release()
    cast.release()
  }
}

/** Draws on a surface of its own first, so that the last stage applies to all of the layer as one. */
function drawApart(placed: PlacedLayer, page: Page, stages: readonly Stage[]): void {
  const area = visiblePart(placed, page, stages)
  if (!area) return
  const { left, top, widthPx, heightPx } = area
  const { context } = page.surface.pen
  const last = stages.at(-1)
  const apartBytes = page.apartBytes + widthPx * heightPx * 4
  checkApart(apartBytes, placed)
  const surface = page.createSurface(widthPx, heightPx)
  try {
    const apart = { ...page, surface, apartBytes, matrix: moved(page.matrix, -left, -top) }
    drawStages(placed, apart, stages.slice(0, -1))
    if (last === 'mask') cut(placed, apart)
    else last?.set(context)
    context.setTransform(1, 0, 0, 1, 0, 0)
    page.surface.put(surface, left, top)
  } finally {
    surface.release()
  }
}

/** Leaves of what is on the page only what its mask covers. */
function cut({ layer, mask }: PlacedLayer, page: Page): void {
  if (!mask) return
  const { surface } = page
  const { mode = 'alpha', invert = false } = layer.source.mask ?? {}
  const apartBytes = page.apartBytes + surface.widthPx * surface.heightPx * 4
  checkApart(apartBytes, mask)
  const cutter = page.createSurface(surface.widthPx, surface.heightPx)
  try {
    drawLayer(mask, { ...page, apartBytes, surface: cutter })
    if (mode === 'luminance') cutter.turnLightIntoAlpha()
    const { context } = surface.pen
    context.save()
    context.globalCompositeOperation = invert ? 'destination-out' : 'destination-in'
    surface.put(cutter, 0, 0)
    context.restore()
  } finally {
    cutter.release()
  }
}

function checkApart(bytes: number, { layer: { name } }: PlacedLayer): void {
  if (bytes <= MAX_APART_BYTES) return
  const message = `layer "${name}": the nested transparent groups, masks and filters need too much memory for this image. Nest fewer of them, or make the image smaller`
  throw new RenderError('output_too_large', message, { layer: name })
}

/** The pixels that the layer can touch, or whose shadow falls on the page; undefined when there are none. */
function visiblePart(
  placed: PlacedLayer,
  { surface, scale, matrix, ...page }: Page,
  stages: readonly (Pick<Effect, 'reachPx'> | 'mask')[],
): Area | undefined {
  const touched = widened(touchedBy(placed, { matrix, scale }), reachOf(stages.slice(0, -1)))
  const aroundPx = Math.ceil(Math.min(reachOf(stages), page.aroundPx))
  const left = Math.max(Math.floor(touched.left) - 1, -aroundPx)
  const top = Math.max(Math.floor(touched.top) - 1, -aroundPx)
  const widthPx = Math.min(Math.ceil(touched.right) + 1, surface.widthPx + aroundPx) - left
  const heightPx = Math.min(Math.ceil(touched.bottom) + 1, surface.heightPx + aroundPx) - top
  return widthPx > 0 && heightPx > 0 ? { left, top, widthPx, heightPx } : undefined
}
