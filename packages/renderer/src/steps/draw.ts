import { createSurface, type Sheet } from '#renderer/canvas/node.ts'
import { styleOf } from '#renderer/drawing/style.ts'
import type { FontBook } from '#renderer/fonts/font-book.ts'
import type { PlacedLayer } from '#renderer/layer-kind.ts'
import type { Sized } from './check.ts'
import { type Effect, effectsOf } from './effects.ts'
import type { Filled } from './fill.ts'
import type { Loaded } from './load.ts'
import { type Bounds, boundsOf, type Matrix, moved, scaling, union, widened, within } from './matrix.ts'
import type { Placed } from './place.ts'

export interface Drawn {
  /** Premultiplied RGBA. */
  readonly rgba: Uint8Array
}

/** What is drawn on, and from where. */
interface Page {
  readonly surface: Sheet
  readonly fonts: FontBook
  /** Pixels of the picture per pixel of the template. */
  readonly scale: number
  /** From the coordinates of the layers that are being drawn to pixels of the surface. */
  readonly matrix: Matrix
}

/** Draws the page and reads its pixels. */
export function draw(state: Sized & Filled & Loaded & Placed): Drawn {
  const surface = createSurface(state.widthPx, state.heightPx, state.lettering.fonts)
  try {
    drawAll(state, surface)
    return { rgba: surface.read() }
  } finally {
    surface.release()
  }
}

/** Draws background and layers on a surface or a page of paper. */
export function drawAll(
  { widthPx, heightPx, scale, drawing, lettering, placed }: Sized & Filled & Loaded & Placed,
  surface: Sheet,
): void {
  const { context } = surface.pen
  if (drawing.background !== 'transparent') {
    context.fillStyle = styleOf(context, drawing.background, { width: widthPx, height: heightPx })
    context.fillRect(0, 0, widthPx, heightPx)
  }
  for (const layer of placed) drawLayer(layer, { surface, fonts: lettering.fonts, scale, matrix: scaling(scale) })
}

/** A step on the way from a layer to its look; later ones apply to what the ones before made. */
type Stage = Effect | 'mask'

function drawLayer(placed: PlacedLayer, page: Page): void {
  const { before, after } = effectsOf(placed.layer.common, page.scale)
  drawStages(placed, page, [...before, ...(placed.mask ? (['mask'] as const) : []), ...after])
}

function drawStages(placed: PlacedLayer, page: Page, stages: readonly Stage[]): void {
  const { context } = page.surface.pen
  const { paper } = page.surface
  const { single, separate } = placed.drawable
  const drawsAsOne = single || (paper !== undefined && separate === true)
  const last = stages.at(-1)
  context.save()
  if (last === undefined || paper?.isFaint) {
    drawHere(placed, page)
  } else if (paper && last !== 'mask' && last.shadow) {
    drawShadow(placed, page, { stages: stages.slice(0, -1), shadow: last.shadow })
    drawStages(placed, page, stages.slice(0, -1))
  } else if (stages.length === 1 && drawsAsOne && last !== 'mask' && last.direct) {
    last.set(context)
    drawHere(placed, page)
  } else {
    paper?.faintly(() => drawHere(placed, page))
    drawApart(placed, page, stages)
  }
  context.restore()
}

function drawHere(placed: PlacedLayer, page: Page): void {
  const { context } = page.surface.pen
  const matrix = within(page.matrix, placed)
  context.save()
  context.setTransform(...matrix)
  placed.drawable.draw(page.surface.pen)
  for (const child of placed.drawable.children ?? []) drawLayer(child, { ...page, matrix })
  context.restore()
}

/** On paper a shadow is a bitmap by itself: what casts it stays sharp. */
function drawShadow(
  placed: PlacedLayer,
  page: Page,
  { stages, shadow }: { stages: readonly Stage[]; shadow: NonNullable<Effect['shadow']> },
): void {
  const { scale, fonts, surface: sheet } = page
  const blurPx = shadow.blur * scale
  const [x, y] = [shadow.x * scale, shadow.y * scale]
  const area = visiblePart(placed, page, [...stages, { reachPx: 2 * blurPx + Math.max(Math.abs(x), Math.abs(y)) }])
  if (!area) return
  const left = Math.max(0, Math.floor(area.left + x - 2 * blurPx))
  const top = Math.max(0, Math.floor(area.top + y - 2 * blurPx))
  const widthPx = Math.min(sheet.widthPx, Math.ceil(area.left + area.widthPx + x + 2 * blurPx)) - left
  const heightPx = Math.min(sheet.heightPx, Math.ceil(area.top + area.heightPx + y + 2 * blurPx)) - top
  if (widthPx <= 0 || heightPx <= 0) return
  const shape = createSurface(area.widthPx, area.heightPx, fonts)
  const cast = createSurface(widthPx, heightPx, fonts)
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
  const surface = createSurface(widthPx, heightPx, page.fonts)
  try {
    const apart = { ...page, surface, matrix: moved(page.matrix, -left, -top) }
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
  const { surface, fonts } = page
  const { mode = 'alpha', invert = false } = layer.source.mask ?? {}
  const cutter = createSurface(surface.widthPx, surface.heightPx, fonts)
  try {
    drawLayer(mask, { ...page, surface: cutter })
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

interface Area {
  readonly left: number
  readonly top: number
  readonly widthPx: number
  readonly heightPx: number
}

function reachOf(stages: readonly (Pick<Effect, 'reachPx'> | 'mask')[]): number {
  return stages.reduce((sum, stage) => sum + (stage === 'mask' ? 0 : stage.reachPx), 0)
}

/** The pixels that the layer can touch, or whose shadow falls on the page; undefined when there are none. */
function visiblePart(
  placed: PlacedLayer,
  { surface, scale, matrix }: Page,
  stages: readonly (Pick<Effect, 'reachPx'> | 'mask')[],
): Area | undefined {
  const touched = widened(touchedBy(placed, matrix, scale), reachOf(stages.slice(0, -1)))
  // Bounded, so that a shadow from far away does not ask for a surface many times the size of the page.
  const aroundPx = Math.ceil(Math.min(reachOf(stages), 400 + 0.05 * (surface.widthPx + surface.heightPx)))
  const left = Math.max(Math.floor(touched.left) - 1, -aroundPx)
  const top = Math.max(Math.floor(touched.top) - 1, -aroundPx)
  const widthPx = Math.min(Math.ceil(touched.right) + 1, surface.widthPx + aroundPx) - left
  const heightPx = Math.min(Math.ceil(touched.bottom) + 1, surface.heightPx + aroundPx) - top
  return widthPx > 0 && heightPx > 0 ? { left, top, widthPx, heightPx } : undefined
}

/** All that drawing a layer may touch, without its effects. */
function touchedBy(placed: PlacedLayer, outer: Matrix, scale: number): Bounds {
  const { drawable } = placed
  const matrix = within(outer, placed)
  const { width, height, marginPx, textBounds } = drawable
  const boxes = [{ x: 0, y: 0, width, height }, ...(textBounds && !drawable.clips ? [textBounds] : [])]
  const own = boxes.map((box) =>
    boundsOf(
      {
        x: box.x - marginPx,
        y: box.y - marginPx,
        width: box.width + 2 * marginPx,
        height: box.height + 2 * marginPx,
      },
      matrix,
    ),
  )
  const inside = drawable.clips ? [] : (drawable.children ?? [])
  const children = inside.map((child) => {
    const { before, after } = effectsOf(child.layer.common, scale)
    return widened(touchedBy(child, matrix, scale), reachOf([...before, ...after]))
  })
  return union([...own, ...children])
}
