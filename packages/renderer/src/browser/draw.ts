import { clearedSheet } from '#renderer/canvas/browser.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { drawFrom, drawPage } from '#renderer/steps/draw.ts'
import { type Choice, type LayerPath, pick } from '#renderer/steps/pick.ts'
import { checkPixels } from '#renderer/steps/size.ts'
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
}

/**
 * Makes the canvas as large as the view and draws on it. With `only`, nothing is drawn below the chosen layers, not even the
 * background: drawn over a picture of the others, they can move without them. Throws for a canvas of more than 100 million pixels.
 */
export function draw(laidOut: LaidOut, canvas: HTMLCanvasElement, options: DrawOptions = {}): void {
  const state = stateOf(laidOut)
  const failed: LayerPath[] = []
  for (;;) {
    try {
      drawOnce(
        state,
        canvas,
        failed.length > 0 ? { ...options, except: [...(options.except ?? []), ...failed] } : options,
      )
      return
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

function drawOnce(state: Drawn, canvas: HTMLCanvasElement, { only, except, view }: DrawOptions): void {
  const { lettering } = state
  if (!only && !except && (!view || isWhole(view, state))) {
    checkPixels(state)
    drawPage(clearedSheet(canvas, state, lettering), state)
    return
  }
  const { width, height } = state.prepared.template
  const { x, y, scale, ...size } = view ?? { x: 0, y: 0, width, height, scale: state.scale }
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const drawn = { widthPx: side(size.width), heightPx: side(size.height) }
  checkPixels(drawn)
  const sheet = clearedSheet(canvas, drawn, lettering)
  const chosen = { ...state, scale, widthPx: side(width), heightPx: side(height) }
  const from = { left: x * scale, top: y * scale, bare: only !== undefined }
  drawFrom(sheet, { ...chosen, placed: pick(state.placed, { only, except }, state.pathOf) }, from)
}

function isWhole({ x, y, width, height, scale }: View, { prepared: { template }, scale: own }: Drawn): boolean {
  return x === 0 && y === 0 && width === template.width && height === template.height && scale === own
}
