import { clearedSheet, sheetOf } from '#renderer/canvas/browser.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { type Area, edgesOf, sizeOf, wholePixels } from '#renderer/geometry/areas.ts'
import { markOfBackground } from '#renderer/steps/bake.ts'
import { drawFrom } from '#renderer/steps/draw.ts'
import type { Place } from '#renderer/steps/draw-layers.ts'
import { type Choice, type LayerPath, pick } from '#renderer/steps/pick.ts'
import { checkPixels } from '#renderer/steps/size.ts'
import { changedAreas, type Picture } from './changed-areas.ts'
import { type Drawn, type LaidOut, stateOf } from './laid-out.ts'

/** A part of the page. */
export interface View {
  /** In template pixels; it may reach beyond the page, where nothing is drawn. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Pixels of the canvas per pixel of the template. */
  readonly scale: number
}

export interface DrawOptions extends Choice {
  /** Default: all of the page at the scale at which it was laid out. */
  readonly view?: View | undefined
  /** Draws all of it. Default: on a canvas that shows another picture, what differs; curves may be smoothed differently there. */
  readonly whole?: boolean | undefined
}

/**
 * Makes the canvas as large as the view and draws on it. With `only`, nothing is drawn below the chosen layers, not even the
 * background: drawn over a picture of the others, they can move without them. Throws for a canvas of more than 100 million pixels.
 * @returns whether only a part was drawn
 */
export function draw(laidOut: LaidOut, canvas: HTMLCanvasElement, options: DrawOptions = {}): boolean {
  const state = stateOf(laidOut)
  const failed: LayerPath[] = []
  for (;;) {
    try {
      return drawOnce(
        state,
        canvas,
        failed.length > 0 ? { ...options, except: [...(options.except ?? []), ...failed] } : options,
      )
    } catch (error) {
      const path = state.tolerance && pathOfFailed(error, laidOut)
      if (!path || failed.includes(path)) throw error
      failed.push(path)
    }
  }
}

/** Of a layer that needs too much memory: a tolerant job is drawn without it. */
function pathOfFailed(error: unknown, { layers }: LaidOut): LayerPath | undefined {
  return error instanceof RenderError ? layers.find(({ name }) => name === error.layer)?.path : undefined
}

interface Shown {
  readonly picture: Picture
  readonly view: View | undefined
  readonly widthPx: number
  readonly heightPx: number
}

/** Above this share of the canvas, drawing all of it takes less. */
const MOST_CHANGES = 0.5

/** What a canvas shows: of the next picture only what differs is drawn. */
const shownOn = new WeakMap<HTMLCanvasElement, Shown>()

function drawOnce(state: Drawn, canvas: HTMLCanvasElement, { only, except, view, whole }: DrawOptions): boolean {
  const placed = only || except ? pick(state.placed, { only, except }, state.pathOf) : state.placed
  const scale = view?.scale ?? state.scale
  const page = { ...state, placed, ...sidesOf(state.prepared.template, scale), scale }
  const size = sidesOf(view ?? state.prepared.template, scale)
  const shown = { ...size, picture: { ...page, background: markOfBackground(state) }, view }
  const from = { left: (view?.x ?? 0) * scale, top: (view?.y ?? 0) * scale }
  const parts = only || whole ? null : partsToDraw(canvas, shown, from)
  // What fails on the way leaves a canvas that shows neither picture.
  shownOn.delete(canvas)
  if (parts) {
    if (parts.length > 0) drawFrom(sheetOf(canvas, state.lettering), page, { from, parts })
  } else {
    checkPixels(size)
    drawFrom(clearedSheet(canvas, size, state.lettering), page, { from, bare: only !== undefined })
  }
  if (!only) shownOn.set(canvas, shown)
  return parts !== null
}

function sidesOf({ width, height }: { width: number; height: number }, scale: number) {
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { widthPx: side(width), heightPx: side(height) }
}

/** What has to be drawn of a picture on a canvas that shows another one; null when that is all of it. */
function partsToDraw(canvas: HTMLCanvasElement, wanted: Shown, from: Place): readonly Area[] | null {
  const shown = shownOn.get(canvas)
  const isSameSize = canvas.width === shown?.widthPx && canvas.height === shown.heightPx
  if (!isSameSize || JSON.stringify(shown.view) !== JSON.stringify(wanted.view)) return null
  const onCanvas = (area: Area): Area => {
    const { left, top, right, bottom } = edgesOf(area)
    const edges = { left: left - from.left, top: top - from.top, right: right - from.left, bottom: bottom - from.top }
    return wholePixels(edges, wanted)
  }
  const parts = changedAreas(shown.picture, wanted.picture)
    ?.map(onCanvas)
    .filter((part) => sizeOf(part) > 0)
  const changedPx = parts?.reduce((sum, part) => sum + sizeOf(part), 0) ?? Number.POSITIVE_INFINITY
  return parts && changedPx <= MOST_CHANGES * wanted.widthPx * wanted.heightPx ? parts : null
}
