import type { Frame, Region } from '#dashboard/screens/editor/engine/engine.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { holds, placeRegion, seenPart, seenRegion } from './region.ts'
import { StillPicture } from './still-picture.ts'

/** A page of at most this many device pixels is drawn whole; of others what is seen, and a part around it. */
const WHOLE_PIXELS = 3_000_000
/** Of the window, on every side. */
const AROUND = 0.25
/** While a zoom changes, more around the window is drawn, of fewer pixels: the next steps are covered by it. */
const ZOOMING = { around: 1, pixels: 1_000_000 }
/** While a zoom still changes, the picture is stretched; it is drawn at rest. */
const SETTLED_MS = 120
/** Of the paper, whose shadow is stretched with it. */
const MAX_STRETCH = 2
/** While frames follow each other, what differs is drawn; the last one is drawn whole. */
const REST_MS = 1000
/** On other screens a still picture costs more to make than it saves: 15 ms a frame instead of 10. */
const STILL_FROM = 1.5

/** What to draw of the page: whole device pixels, so that nothing is stretched at rest. */
function sharpRegion(state: EditorState): Region | null {
  const { width, height } = state.document.design
  const scale = state.view.zoom * state.pixelRatio
  if (width * height * scale * scale <= WHOLE_PIXELS) return { x: 0, y: 0, width, height, scale }
  return seenRegion(state, AROUND)
}

function zoomingRegion(state: EditorState): Region | null {
  const region = seenRegion(state, ZOOMING.around)
  if (!region) return null
  const least = Math.sqrt(ZOOMING.pixels / (region.width * region.height))
  return { ...region, scale: Math.min(region.scale, least) }
}

/** Keeps a canvas showing the frame, and the paper below it: draws when it changed or the view left what is drawn, else only moves. */
export class Painter {
  readonly #canvas: HTMLCanvasElement
  readonly #still: StillPicture
  readonly #paper: HTMLElement
  /** For which the paper has its size. */
  #paperZoom = 1
  #state: EditorState | undefined
  #drawn: { frame: Frame; region: Region } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(canvas: HTMLCanvasElement, still: HTMLCanvasElement, paper: HTMLElement) {
    this.#canvas = canvas
    this.#still = new StillPicture(canvas, still)
    this.#paper = paper
    canvas.addEventListener('contextrestored', this.#drawWhole)
  }

  show(state: EditorState): void {
    const before = this.#state
    this.#state = state
    if (before && (before.view.zoom !== state.view.zoom || before.pixelRatio !== state.pixelRatio)) this.#settle()
    this.#placePaper(state)
    const { frame, view } = state
    if (!frame) return
    const drawn = this.#drawn
    const seen = seenPart(state)
    const isMoved = before !== undefined && before.view !== view && state.pixelRatio >= STILL_FROM
    const isCovered = drawn !== undefined && (seen === null || holds(drawn.region, seen))
    const isSharp = drawn?.region.scale === view.zoom * state.pixelRatio
    if (drawn?.frame !== frame) this.#draw(frame, sharpRegion(state))
    else if (this.#isZooming) {
      if (!isCovered) this.#draw(frame, zoomingRegion(state))
    } else if (!isCovered || !isSharp) this.#draw(frame, sharpRegion(state))
    if (this.#drawn === drawn && isMoved) this.#still.show()
    if (!this.#drawn) return
    placeRegion(this.#canvas, this.#drawn.region, state)
    if (this.#still.isShown) placeRegion(this.#still.canvas, this.#drawn.region, state)
  }

  get #isZooming(): boolean {
    return this.#timer !== undefined
  }

  #settle(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#state) this.show(this.#state)
    }, SETTLED_MS)
  }

  /** Stretched while a zoom changes: another size costs a layout. */
  #placePaper({ view: { zoom, x, y }, document: { design } }: EditorState): void {
    const { style } = this.#paper
    const stretch = zoom / this.#paperZoom
    if (!this.#isZooming || stretch > MAX_STRETCH || stretch < 1 / MAX_STRETCH) this.#paperZoom = zoom
    style.width = `${design.width * this.#paperZoom}px`
    style.height = `${design.height * this.#paperZoom}px`
    style.transform = `translate(${x}px, ${y}px) scale(${zoom / this.#paperZoom})`
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#rest)
    this.#canvas.removeEventListener('contextrestored', this.#drawWhole)
  }

  #draw(frame: Frame, region: Region | null): void {
    if (!region) return
    this.#still.hide()
    const isPart = frame.draw(this.#canvas, region)
    this.#drawn = { frame, region }
    clearTimeout(this.#rest)
    if (isPart) this.#rest = setTimeout(this.#drawWhole, REST_MS)
  }

  readonly #drawWhole = () => {
    this.#still.hide()
    this.#drawn?.frame.draw(this.#canvas, this.#drawn.region, { whole: true })
  }
}
