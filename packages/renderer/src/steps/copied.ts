import type { Pixels } from '#renderer/canvas/canvas.ts'
import { type Area, sizeOf, wholePixels } from '#renderer/geometry/areas.ts'
import type { Bounds } from '#renderer/geometry/matrix.ts'
import type { PlacedLayer } from '#renderer/model/layer-kind.ts'
import { stagesOf } from './draw-bounds.ts'
import type { Sized } from './size.ts'

/** A picture that lies on the page pixel by pixel and hides what is below: its bytes can be copied instead of drawn. */
export interface Copied {
  readonly pixels: Pixels
  /** Where its first pixel lies. */
  readonly left: number
  readonly top: number
  /** What of it is on the page. */
  readonly area: Area
  /** Its round corners, which have to be drawn. */
  readonly corners: readonly Bounds[]
}

/** To draw the corners apart takes as much as to draw so many pixels. */
const CORNERS_PX = 200_000

/** How to copy what a layer shows; undefined where it has to be drawn. */
export function copied(placed: PlacedLayer, { scale, ...page }: Sized): Copied | undefined {
  const { drawable, layer, mask } = placed
  const { pixels, corners = 0 } = drawable.picture ?? {}
  if (!pixels?.opaque || mask || stagesOf(placed, scale).length > 0) return undefined
  if (layer.common.rotation !== 0 || layer.common.flip !== 'none') return undefined
  const [left, top] = [placed.x * scale, placed.y * scale]
  const { widthPx, heightPx } = pixels
  const isExact = drawable.width * scale === widthPx && drawable.height * scale === heightPx
  if (!isExact || !Number.isInteger(left) || !Number.isInteger(top)) return undefined
  if (corners > 0 && widthPx * heightPx < CORNERS_PX) return undefined
  const [right, bottom] = [left + widthPx, top + heightPx]
  const area = wholePixels({ left, top, right, bottom }, page)
  if (sizeOf(area) === 0) return undefined
  const reach = Math.min(corners * scale, widthPx, heightPx) + 1
  return { pixels, left, top, area, corners: corners > 0 ? cornersOf({ left, top, right, bottom }, reach) : [] }
}

function cornersOf({ left, top, right, bottom }: Bounds, reach: number): Bounds[] {
  return [left, right - reach].flatMap((x) =>
    [top, bottom - reach].map((y) => ({ left: x, top: y, right: x + reach, bottom: y + reach })),
  )
}

/** Copies what of a picture is on the page to its place in the RGB pixels of the page. */
export function copyPicture({ pixels, left, top, area }: Copied, rgb: Uint8Array, widthPx: number): void {
  const bytes = area.widthPx * 3
  for (let row = area.top; row < area.top + area.heightPx; row++) {
    const from = ((row - top) * pixels.widthPx + area.left - left) * 3
    rgb.set(pixels.data.subarray(from, from + bytes), (row * widthPx + area.left) * 3)
  }
}
