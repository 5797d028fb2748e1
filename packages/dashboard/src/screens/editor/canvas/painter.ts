import type { Box } from '@pictable/editor'
import type { Frame, Region } from '#dashboard/screens/editor/engine/engine.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { toPage } from '#dashboard/screens/editor/session/view.ts'

/** A page of at most this many device pixels is drawn whole; of others what is seen, and a part around it. */
const WHOLE_PIXELS = 6_000_000
/** Of the window, on every side. */
const AROUND = 0.25
/** While a zoom still changes, the picture is stretched; it is drawn at rest. */
const SETTLED_MS = 60

function meet(one: Box, other: Box): Box | null {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)]
  const width = Math.min(one.x + one.width, other.x + other.width) - x
  const height = Math.min(one.y + one.height, other.y + other.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

const holds = (outer: Box, { x, y, width, height }: Box) =>
  outer.x <= x && outer.y <= y && outer.x + outer.width >= x + width && outer.y + outer.height >= y + height

/** Which part of the page is seen; null when none is. */
function seenPart({ view, window, document: { design } }: EditorState, around = 0): Box | null {
  const from = toPage(view, { x: -window.width * around, y: -window.height * around })
  const to = toPage(view, { x: window.width * (1 + around), y: window.height * (1 + around) })
  const page = { x: 0, y: 0, width: design.width, height: design.height }
  return meet({ ...from, width: to.x - from.x, height: to.y - from.y }, page)
}

/** What to draw of the page: whole device pixels, so that nothing is stretched at rest. */
function regionFor(state: EditorState): Region | null {
  const { width, height } = state.document.design
  const scale = state.view.zoom * devicePixelRatio
  if (width * height * scale * scale <= WHOLE_PIXELS) return { x: 0, y: 0, width, height, scale }
  const part = seenPart(state, AROUND)
  if (!part) return null
  const x = Math.floor(part.x * scale) / scale
  const y = Math.floor(part.y * scale) / scale
  return { ...{ x, y }, width: part.x + part.width - x, height: part.y + part.height - y, scale }
}

/** Keeps a canvas showing the frame: draws it when it changed or the view left what is drawn, else only moves it. */
export class Painter {
  readonly #canvas: HTMLCanvasElement
  #drawn: { frame: Frame; region: Region } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
  }

  show(state: EditorState): void {
    const { frame, view } = state
    if (!frame) return
    const drawn = this.#drawn
    const seen = seenPart(state)
    const isCovered = drawn !== undefined && (seen === null || holds(drawn.region, seen))
    const isSharp = drawn?.region.scale === view.zoom * devicePixelRatio
    clearTimeout(this.#timer)
    if (drawn?.frame !== frame || !isCovered) this.#draw(state)
    else if (!isSharp) this.#timer = setTimeout(() => this.#sharpen(state), SETTLED_MS)
    this.#place(state)
  }

  #sharpen(state: EditorState): void {
    this.#draw(state)
    this.#place(state)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #draw(state: EditorState): void {
    const region = regionFor(state)
    if (!region || !state.frame) return
    state.frame.draw(this.#canvas, region)
    this.#drawn = { frame: state.frame, region }
  }

  #place({ view }: EditorState): void {
    const region = this.#drawn?.region
    if (!region) return
    const { style, width, height } = this.#canvas
    const stretch = (view.zoom * devicePixelRatio) / region.scale
    const whole = (place: number) => Math.round(place * devicePixelRatio) / devicePixelRatio
    style.width = `${(width * stretch) / devicePixelRatio}px`
    style.height = `${(height * stretch) / devicePixelRatio}px`
    style.transform = `translate(${whole(view.x + region.x * view.zoom)}px, ${whole(view.y + region.y * view.zoom)}px)`
  }
}
