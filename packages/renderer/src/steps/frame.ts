import type { Surface } from '#renderer/canvas/canvas.ts'
import { freePixels } from '#renderer/canvas/free-pixels.ts'
import { packArea, packRgb } from '#renderer/canvas/pack-rgb.ts'
import type { Area } from '#renderer/geometry/areas.ts'
import { type Copied, copyPicture } from './copied.ts'

/** Pixels for encoders. */
export interface Frame {
  /** Premultiplied RGBA, or RGB where nothing shines through. */
  readonly pixels: Uint8Array
  /** Called when they are encoded. */
  release(): void
}

/** What of a page is drawn anew. */
export interface Changing {
  /** The part that is the same for many records. */
  readonly kept: Surface
  readonly areas: readonly Area[]
  readonly drawArea: (area: Area) => Surface
  /** Pictures below the areas, from back to front. */
  readonly pictures: readonly Copied[]
}

/** The pixels of a kept part, but for some areas that hold those of an earlier record. */
interface Copy {
  readonly rgb: Uint8Array
  stale: readonly Area[]
}

const retained = new WeakMap<Surface, Copy[]>()

/** Large pages are made one at a time. */
const LARGE_PX = 4_000_000

/** Draws and reads areas of a page that nothing shines through: all else is known from before. */
export function changedFrame({ kept, areas, drawArea, pictures }: Changing): Frame {
  const free = retained.get(kept) ?? []
  retained.set(kept, free)
  const copy: Copy = free.pop() ?? { rgb: readRgb(kept), stale: [] }
  const { widthPx } = kept
  const changed = [...areas, ...pictures.map(({ area }) => area)]
  const keys = new Set(changed.map(keyOf))
  for (const area of copy.stale) if (!keys.has(keyOf(area))) copyArea(kept, copy.rgb, { from: area, to: area, widthPx })
  for (const picture of pictures) copyPicture(picture, copy.rgb, widthPx)
  for (const area of areas) {
    const surface = drawArea(area)
    copyArea(surface, copy.rgb, { from: { ...area, left: 0, top: 0 }, to: area, widthPx })
    surface.release()
  }
  copy.stale = changed
  const most = kept.widthPx * kept.heightPx > LARGE_PX ? 1 : 2
  return {
    pixels: copy.rgb,
    release() {
      if (free.length < most) free.push(copy)
    },
  }
}

function keyOf({ left, top, widthPx, heightPx }: Area): string {
  return `${left} ${top} ${widthPx} ${heightPx}`
}

interface Way {
  readonly from: Area
  readonly to: Area
  /** Of the picture that is copied to. */
  readonly widthPx: number
}

function copyArea(surface: Surface, rgb: Uint8Array, { from, to, widthPx }: Way): void {
  const rows = Math.ceil(STRIP_PX / from.widthPx)
  for (let row = 0; row < from.heightPx; row += rows) {
    const heightPx = Math.min(rows, from.heightPx - row)
    const rgba = surface.read({ ...from, top: from.top + row, heightPx })
    packArea(rgba, rgb, { area: { ...to, top: to.top + row, heightPx }, widthPx })
    freePixels(rgba)
  }
}

/** All pixels of a surface. */
export function wholeFrame(surface: Surface, opaque: boolean): Frame {
  const pixels = opaque ? readRgb(surface) : surface.read()
  return { pixels, release: () => freePixels(pixels) }
}

/** A part of a frame, which is released. */
export function cutFrame(frame: Frame, part: Area, page: Pick<Area, 'widthPx' | 'heightPx'>): Frame {
  const channels = Math.floor(frame.pixels.length / (page.widthPx * page.heightPx))
  const bytes = part.widthPx * channels
  const pixels = new Uint8Array(part.heightPx * bytes)
  for (let row = 0; row < part.heightPx; row++) {
    const from = ((part.top + row) * page.widthPx + part.left) * channels
    pixels.set(frame.pixels.subarray(from, from + bytes), row * bytes)
  }
  frame.release()
  return { pixels, release: () => undefined }
}

/** Of pixels read at a time; what is read and packed right away stays in the cache of the processor. */
const STRIP_PX = 65_536

/** Strip by strip: a copy of all of a large page would take more than the page does when it is encoded. */
function readRgb(surface: Surface): Uint8Array {
  const { widthPx, heightPx } = surface
  const bytes = widthPx * heightPx * 3
  const rgb = new Uint8Array(Math.ceil(bytes / 12) * 12)
  // A multiple of four, so that each begins at a whole word.
  const rows = Math.ceil(STRIP_PX / widthPx / 4) * 4
  for (let top = 0; top < heightPx; top += rows) {
    const rgba = surface.read({ left: 0, top, widthPx, heightPx: Math.min(rows, heightPx - top) })
    packRgb(rgba, rgb.subarray(top * widthPx * 3))
    freePixels(rgba)
  }
  return rgb.subarray(0, bytes)
}
