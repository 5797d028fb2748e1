import { setTextOf } from '#renderer/drawing/measure-text.ts'
import { boundsOf, type Matrix, moved, scaling, within } from '#renderer/geometry/matrix.ts'
import type { Drawable, PlacedLayer } from '#renderer/model/layer-kind.ts'
import { ownBoxes } from '#renderer/steps/draw-bounds.ts'
import { drawLayers } from '#renderer/steps/draw-layers.ts'
import { type LayerPath, pick } from '#renderer/steps/pick.ts'
import { type Drawn, type LaidOut, stateOf } from './laid-out.ts'

/** A place on the page, in template pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface HitOptions {
  /** How far thin lines and letters may be away, in template pixels. Default: 0. */
  readonly margin?: number
}

/** Of the canvas that layers are drawn on; the point is in the middle. */
const SIDE_PX = 9
const MIDDLE = (SIDE_PX - 1) / 2
/** Of 255: fainter edges are not seen. */
const SEEN = 8
/** Up to this share of twice the surroundings, what is near is thin; an edge of something large covers more. */
const THIN_SHARE = 0.25

/**
 * The layers that are painted at a point, from front to back; of a text, its lines are. Masks and clips cut them, shadows do
 * not count. A group is among them only where its own fill or outline is.
 */
export function hitTest(laidOut: LaidOut, point: Point, { margin = 0 }: HitOptions = {}): LayerPath[] {
  const state = stateOf(laidOut)
  return candidatesOf(state)
    .filter(({ bounds: { left, top, right, bottom } }) => {
      const [x, y] = [point.x, point.y]
      return x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin
    })
    .filter((candidate) => isHit(candidate, point, { state, margin }))
    .map(({ path }) => path)
}

interface Candidate {
  readonly placed: PlacedLayer
  readonly path: LayerPath
  readonly bounds: ReturnType<typeof boundsOf>
}

const known = new WeakMap<Drawn, readonly Candidate[]>()

/** What can be hit, from front to back. */
function candidatesOf(state: Drawn): readonly Candidate[] {
  const before = known.get(state)
  if (before) return before
  const found: Candidate[] = []
  const visit = (placed: PlacedLayer, outer: Matrix): void => {
    const matrix = within(outer, placed)
    for (const box of ownBoxes(placed.drawable).slice(0, 1)) {
      found.push({ placed, path: state.pathOf(placed), bounds: boundsOf(box, matrix) })
    }
    for (const child of placed.drawable.children ?? []) visit(child, matrix)
  }
  for (const placed of state.placed) visit(placed, scaling(1))
  found.reverse()
  known.set(state, found)
  return found
}

interface Hitting {
  readonly state: Drawn
  readonly margin: number
}

function isHit({ placed, path }: Candidate, point: Point, { state, margin }: Hitting): boolean {
  const layers = pick(state.placed, { only: [path] }, state.pathOf).map((each) => plainly(each, path.length))
  const unit = margin > 0 ? margin / MIDDLE : 0.25
  const near = alphaAround(layers, point, { state, unit })
  if ((near[MIDDLE * SIDE_PX + MIDDLE] ?? 0) >= SEEN) return true
  if (margin === 0 || !near.some((alpha, at) => alpha >= SEEN && isInReach(at))) return false
  const { width, height, onlyText } = placed.drawable
  if (onlyText || Math.min(width, height) <= 2 * margin) return true
  const far = alphaAround(layers, point, { state, unit: 2 * unit })
  return far.reduce((sum, alpha) => sum + alpha, 0) <= THIN_SHARE * 255 * far.length
}

function isInReach(at: number): boolean {
  return Math.hypot((at % SIDE_PX) - MIDDLE, Math.floor(at / SIDE_PX) - MIDDLE) <= MIDDLE
}

/** The layer alone, without what is inside and without effects; nothing that is invisible becomes visible. */
function plainly(placed: PlacedLayer, depth: number): PlacedLayer {
  const { layer, drawable } = placed
  const opacity = layer.common.opacity === 0 ? 0 : 1
  const common = { ...layer.common, opacity, blendMode: 'normal', shadow: undefined, filters: undefined } as const
  const children = depth === 1 ? [] : (drawable.children ?? []).map((child) => plainly(child, depth - 1))
  return { ...placed, layer: { ...layer, common }, drawable: { ...withLines(drawable), children } }
}

/** A text is hit between its letters and its lines as well; a line without a letter is as wide as all of them. */
function withLines(drawable: Drawable): Drawable {
  const layout = setTextOf(drawable)?.layout
  if (!layout) return drawable
  return {
    ...drawable,
    single: false,
    draw(pen) {
      drawable.draw(pen)
      pen.context.fillStyle = '#000'
      for (const { xPx, widthPx, baselineYPx, ascentPx, descentPx } of layout.lines) {
        const { x, width } = widthPx > 0 ? { x: xPx, width: widthPx } : layout.bounds
        pen.context.fillRect(x, baselineYPx - ascentPx, width, ascentPx + descentPx)
      }
    },
  }
}

interface Around {
  readonly state: Drawn
  /** Template pixels per pixel of the canvas. */
  readonly unit: number
}

/** The alpha of each pixel around the point, row by row. */
function alphaAround(layers: readonly PlacedLayer[], { x, y }: Point, { state, unit }: Around): number[] {
  const scale = 1 / unit
  const surface = state.lettering.createSurface(SIDE_PX, SIDE_PX)
  try {
    const matrix = moved(scaling(scale), SIDE_PX / 2 - x * scale, SIDE_PX / 2 - y * scale)
    drawLayers(layers, surface, { state: { ...state, scale, widthPx: SIDE_PX, heightPx: SIDE_PX }, matrix })
    return Array.from(surface.read()).filter((_, at) => at % 4 === 3)
  } finally {
    surface.release()
  }
}
