import type { Context2D } from '#renderer/canvas/canvas.ts'
import { createSurface, type Surface } from '#renderer/canvas/node.ts'
import { styleOf } from '#renderer/drawing/style.ts'
import type { FontBook } from '#renderer/fonts/font-book.ts'
import type { Checked } from './check.ts'
import type { Filled } from './fill.ts'
import type { Loaded } from './load.ts'
import type { Placed, PlacedLayer } from './place.ts'

export interface Drawn {
  /** Premultiplied RGBA. */
  readonly rgba: Uint8Array
}

interface Page {
  readonly surface: Surface
  readonly scale: number
  readonly fonts: FontBook
  /** The pixel of the picture that is the upper left one of the surface. */
  readonly left: number
  readonly top: number
}

/** Draws the page and reads its pixels. */
export function draw({
  widthPx,
  heightPx,
  scale,
  drawing,
  lettering,
  placed,
}: Checked & Filled & Loaded & Placed): Drawn {
  const { fonts } = lettering
  const surface = createSurface(widthPx, heightPx, fonts)
  try {
    const { context } = surface.pen
    if (drawing.background !== 'transparent') {
      context.fillStyle = styleOf(context, drawing.background, { width: widthPx, height: heightPx })
      context.fillRect(0, 0, widthPx, heightPx)
    }
    for (const layer of placed) drawLayer(layer, { surface, scale, fonts, left: 0, top: 0 })
    return { rgba: surface.read() }
  } finally {
    surface.release()
  }
}

function drawLayer(placed: PlacedLayer, page: Page): void {
  const { opacity, blendMode, shadow } = placed.layer.common
  const { context } = page.surface.pen
  context.save()
  if (opacity === 1 && blendMode === 'normal') {
    drawWithShadow(placed, page)
  } else {
    context.globalAlpha = opacity
    context.globalCompositeOperation = blendMode === 'normal' ? 'source-over' : blendMode
    if (placed.drawable.single && !shadow) drawHere(placed, page)
    else drawApart(placed, page, { draw: drawWithShadow, reachPx: reachOf(placed) * page.scale })
  }
  context.restore()
}

function drawWithShadow(placed: PlacedLayer, page: Page): void {
  const { shadow } = placed.layer.common
  const { context } = page.surface.pen
  if (shadow) {
    context.shadowColor = shadow.color
    context.shadowOffsetX = shadow.x * page.scale
    context.shadowOffsetY = shadow.y * page.scale
    context.shadowBlur = shadow.blur * page.scale
  }
  if (placed.drawable.single || !shadow) drawHere(placed, page)
  else drawApart(placed, page, { draw: drawHere, reachPx: 0 })
}

function drawHere(placed: PlacedLayer, { surface, scale, left, top }: Page): void {
  const { context } = surface.pen
  context.save()
  context.translate(-left, -top)
  context.scale(scale, scale)
  move(context, placed)
  placed.drawable.draw(surface.pen)
  context.restore()
}

interface Apart {
  readonly draw: (placed: PlacedLayer, page: Page) => void
  /** How far beyond the layer `draw` may go. */
  readonly reachPx: number
}

/** Draws on a surface of its own first, so that opacity, blending or shadow apply to all of it as one. */
function drawApart(placed: PlacedLayer, page: Page, { draw, reachPx }: Apart): void {
  const area = visiblePart(placed, page, reachPx)
  if (!area) return
  const surface = createSurface(area.widthPx, area.heightPx, page.fonts)
  try {
    draw(placed, { ...page, surface, left: area.left, top: area.top })
    page.surface.put(surface, area.left - page.left, area.top - page.top)
  } finally {
    surface.release()
  }
}

/** How far the shadow goes beyond the layer, in template pixels. */
function reachOf({ layer }: PlacedLayer): number {
  const { shadow } = layer.common
  return shadow ? Math.max(Math.abs(shadow.x), Math.abs(shadow.y)) + shadow.blur * 2 : 0
}

function move(context: Context2D, { layer, drawable, x, y }: PlacedLayer): void {
  context.translate(x, y)
  const { rotation } = layer.common
  if (rotation === 0) return
  context.translate(drawable.width / 2, drawable.height / 2)
  context.rotate((rotation * Math.PI) / 180)
  context.translate(-drawable.width / 2, -drawable.height / 2)
}

interface Area {
  readonly left: number
  readonly top: number
  readonly widthPx: number
  readonly heightPx: number
}

/** The pixels that the layer can touch, or whose shadow falls on the page; undefined when there are none. */
function visiblePart(placed: PlacedLayer, { surface, scale, left, top }: Page, reachPx: number): Area | undefined {
  const corners = cornersOf(placed)
  // Bounded, so that a shadow from far away does not ask for a surface many times the size of the page.
  const shadowPx = Math.ceil(Math.min(reachOf(placed) * scale, 400 + 0.05 * (surface.widthPx + surface.heightPx)))
  const across = range(
    corners.map(([x]) => x * scale),
    reachPx,
  )
  const down = range(
    corners.map(([, y]) => y * scale),
    reachPx,
  )
  const area = {
    left: Math.max(across.start, left - shadowPx),
    top: Math.max(down.start, top - shadowPx),
    right: Math.min(across.end, left + surface.widthPx + shadowPx),
    bottom: Math.min(down.end, top + surface.heightPx + shadowPx),
  }
  const [widthPx, heightPx] = [area.right - area.left, area.bottom - area.top]
  return widthPx > 0 && heightPx > 0 ? { left: area.left, top: area.top, widthPx, heightPx } : undefined
}

/** The corners of all that draw() may touch, after rotation, in template pixels. */
function cornersOf({ layer, drawable, x, y }: PlacedLayer): [x: number, y: number][] {
  const { width, height, marginPx, textBounds = { x: 0, y: 0, width, height } } = drawable
  const xs = [Math.min(0, textBounds.x) - marginPx, Math.max(width, textBounds.x + textBounds.width) + marginPx]
  const ys = [Math.min(0, textBounds.y) - marginPx, Math.max(height, textBounds.y + textBounds.height) + marginPx]
  const angle = (layer.common.rotation * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return xs.flatMap((cornerX) =>
    ys.map((cornerY): [number, number] => {
      const [dx, dy] = [cornerX - width / 2, cornerY - height / 2]
      return [x + width / 2 + dx * cos - dy * sin, y + height / 2 + dx * sin + dy * cos]
    }),
  )
}

function range(positions: readonly number[], reachPx: number): { start: number; end: number } {
  return {
    start: Math.floor(Math.min(...positions) - reachPx) - 1,
    end: Math.ceil(Math.max(...positions) + reachPx) + 1,
  }
}
