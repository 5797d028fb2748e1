import { ApiError } from '@pictable/client'
import { client } from '#dashboard/api/client.ts'
import { connection } from '#dashboard/api/connection.ts'
import { sentValues } from '#dashboard/parts/templates/sent-values.ts'
import type { Drawn, Frame, Region } from '#dashboard/screens/editor/engine/engine.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { EditorState, Exactness } from '#dashboard/screens/editor/session/state.ts'
import { hasOpenPopup } from '#dashboard/ui/fields/open-popup.ts'
import { holds, placeRegion, seenPart, seenRegion } from './region.ts'

const REST_MS = 400
const RETRY_MS = 5000
/** Above these the frame of the browser stays. */
const MAX_ZOOM = 2
const MAX_PIXELS = 16_000_000
/** What the server draws at. */
const SCALES = { least: 0.1, most: 8 }
/** Mean difference of a channel, of 255, up to which the server's picture takes the place of the browser's. */
const PARITY = 2
/** One pixel of this many is compared. */
const STRIDE = 5

interface Wanted extends Omit<Drawn, 'scale'> {
  readonly frame: Frame
  readonly region: Region
}

/** What the server is to draw; null while something moves, is on its way, or is seen too large. */
function wantedOf(state: EditorState): Wanted | null {
  const { frame, document, values, view, isHolding, editing, drawError } = state
  if (!frame || isHolding || editing || frame.edited || drawError !== null || view.zoom > MAX_ZOOM || frame.pending)
    return null
  if (frame.design !== document.design || frame.values !== values) return null
  const region = seenRegion(state)
  if (!region || region.scale < SCALES.least || region.scale > SCALES.most) return null
  if (region.width * region.height * region.scale ** 2 > MAX_PIXELS) return null
  return { frame, design: document.design, values, region }
}

function isSame(one: Wanted | null, other: Wanted | null): boolean {
  if (!one || !other) return one === other
  const keys = ['x', 'y', 'width', 'height', 'scale'] as const
  return one.frame === other.frame && keys.every((key) => one.region[key] === other.region[key])
}

/** Asks for whole device pixels: a hair less on each side, so that rounding never adds one. */
function insideOf({ x, y, width, height, scale }: Region) {
  const hair = 0.25 / scale
  return { x: x + hair, y: y + hair, width: width - 2 * hair, height: height - 2 * hair }
}

async function drawOnServer(wanted: Wanted, signal: AbortSignal): Promise<ImageBitmap> {
  const { design, region } = wanted
  const body = {
    design: { ...design },
    values: sentValues(design, wanted.values),
    region: insideOf(region),
    scale: region.scale,
  }
  const bytes = await client.templates.drawRegion({ body, signal })
  // Decoded before it is shown.
  return createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }))
}

function pixelsOf(picture: CanvasImageSource, { width, height }: { width: number; height: number }): Uint8ClampedArray {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) return new Uint8ClampedArray()
  context.drawImage(picture, 0, 0)
  return context.getImageData(0, 0, width, height).data
}

/** How far the picture of the server is from that of the browser. */
function differenceOf(picture: ImageBitmap, { frame, region }: Wanted): number {
  const own = document.createElement('canvas')
  frame.draw(own, region)
  const size = { width: Math.min(own.width, picture.width), height: Math.min(own.height, picture.height) }
  const [ours, theirs] = [pixelsOf(own, size), pixelsOf(picture, size)]
  let [sum, count] = [0, 0]
  for (let at = 0; at < ours.length; at += 4 * STRIDE) {
    for (let channel = at; channel < at + 3; channel++) {
      sum += Math.abs((ours[channel] ?? 0) - (theirs[channel] ?? 0))
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

/** What a failed request says: the server cannot draw this, or it cannot be reached and is asked again. */
const isFinal = (error: unknown) => error instanceof ApiError && [400, 413, 422].includes(error.status)

/** Shows the server's own picture of what is seen once the hand rests, above the frame of the browser. */
export class ExactFrame {
  readonly #canvas: HTMLCanvasElement
  readonly #session: EditorSession
  readonly #unsubscribe: () => void
  #wanted: Wanted | null = null
  #shown: Wanted | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: AbortController | undefined

  constructor(canvas: HTMLCanvasElement, session: EditorSession) {
    this.#canvas = canvas
    this.#session = session
    this.#unsubscribe = connection.subscribe(() => {
      if (connection.get().server === 'reached' && session.state.exactness === 'stale') this.#rest()
    })
  }

  show(state: EditorState): void {
    const wanted = wantedOf(state)
    if (this.#shown && !this.#isCurrent(state)) this.#drop()
    if (this.#shown) placeRegion(this.#canvas, this.#shown.region, state)
    if (isSame(wanted, this.#wanted)) return
    this.#wanted = wanted
    this.#request?.abort()
    clearTimeout(this.#timer)
    const seen = seenPart(state)
    const isCovered = this.#shown !== null && (seen === null || holds(this.#shown.region, seen))
    if (wanted && !isCovered) this.#rest()
    else if (!wanted && !this.#shown) this.#say('browser')
  }

  stop(): void {
    this.#unsubscribe()
    clearTimeout(this.#timer)
    this.#request?.abort()
  }

  /** Whether what is shown is still what the design, the values and the zoom ask for. */
  #isCurrent({ document, values, view, pixelRatio, editing }: EditorState): boolean {
    const shown = this.#shown
    if (editing) return false
    const scale = view.zoom * pixelRatio
    return shown?.design === document.design && shown.values === values && shown.region.scale === scale
  }

  #drop(): void {
    this.#shown = null
    this.#canvas.dataset.shown = 'no'
    this.#say('browser')
  }

  #rest(ms = REST_MS): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (hasOpenPopup() ? this.#rest() : void this.#fetch()), ms)
  }

  async #fetch(): Promise<void> {
    const wanted = this.#wanted
    if (!wanted) return
    const request = new AbortController()
    this.#request = request
    try {
      const picture = await drawOnServer(wanted, request.signal)
      if (!request.signal.aborted && this.#isWanted(wanted)) this.#put(picture, wanted)
      else picture.close()
    } catch (error) {
      if (request.signal.aborted) return
      if (isFinal(error)) {
        this.#say('failed', error instanceof Error ? error.message : String(error))
        return
      }
      this.#say('stale')
      this.#rest(RETRY_MS)
    }
  }

  /** The document has not changed since it was asked for. */
  #isWanted({ design, values }: Wanted): boolean {
    const { document, values: present, isHolding } = this.#session.state
    return document.design === design && present === values && !isHolding
  }

  #put(picture: ImageBitmap, wanted: Wanted): void {
    const isNear = differenceOf(picture, wanted) <= PARITY
    const canvas = this.#canvas
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
    this.#shown = wanted
    placeRegion(canvas, wanted.region, this.#session.state)
    canvas.dataset.shown = isNear ? 'yes' : 'held'
    this.#say(isNear ? 'exact' : 'differs')
  }

  #say(exactness: Exactness, exactReason: string | null = null): void {
    this.#session.set({ exactness, exactReason })
  }
}
