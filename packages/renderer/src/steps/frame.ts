import type { Surface } from '#renderer/canvas/canvas.ts'
import { freePixels } from '#renderer/canvas/free-pixels.ts'
import { packArea, packRgb } from '#renderer/pictures/pack-rgb.ts'
import type { Area } from './areas.ts'

/** Pixels for encoders. */
export interface Frame {
  /** Premultiplied RGBA, or RGB where nothing shines through. */
  readonly pixels: Uint8Array
  /** Called when they are encoded. */
  release(): void
}

/** What of a page is drawn anew, and on what. */
export interface Changing {
  /** The part that is the same for many records. It is the same again afterwards. */
  readonly kept: Surface
  readonly areas: readonly Area[]
  readonly createSurface: (widthPx: number, heightPx: number) => Surface
}

/** The pixels of a kept part, but for some areas that hold those of an earlier record. */
interface Copy {
  readonly rgb: Uint8Array
  stale: readonly Area[]
}

interface Patch {
  readonly surface: Surface
  readonly left: number
  readonly top: number
}

interface Retained {
  /** The areas as they are when nothing is drawn over them. */
  patches: Map<string, Patch>
  readonly free: Copy[]
}

const retained = new WeakMap<Surface, Retained>()

/** Large pages are made one at a time. */
const LARGE_PX = 4_000_000

/** Draws within areas of a page that nothing shines through, and reads only these: all else is known from before. */
export function changedFrame({ kept, areas, createSurface }: Changing, draw: () => void): Frame {
  const own: Retained = retained.get(kept) ?? { patches: new Map(), free: [] }
  retained.set(kept, own)
  const copy: Copy = own.free.pop() ?? { rgb: readRgb(kept), stale: [] }
  const byKey = new Map(areas.map((area) => [keyOf(area), area]))
  for (const [key, { surface }] of own.patches) if (!byKey.has(key)) surface.release()
  own.patches = new Map(
    areas.map((area) => [keyOf(area), own.patches.get(keyOf(area)) ?? cutOut(kept, area, createSurface)]),
  )
  try {
    draw()
    for (const area of [...areas, ...copy.stale.filter((old) => !byKey.has(keyOf(old)))]) {
      const rgba = kept.read(area)
      packArea(rgba, copy.rgb, { area, widthPx: kept.widthPx })
      freePixels(rgba)
    }
    copy.stale = areas
  } finally {
    kept.pen.context.setTransform(1, 0, 0, 1, 0, 0)
    for (const { surface, left, top } of own.patches.values()) kept.put(surface, left, top)
  }
  const most = kept.widthPx * kept.heightPx > LARGE_PX ? 1 : 2
  return {
    pixels: copy.rgb,
    release() {
      if (own.free.length < most) own.free.push(copy)
    },
  }
}

function keyOf({ left, top, widthPx, heightPx }: Area): string {
  return `${left} ${top} ${widthPx} ${heightPx}`
}

function cutOut(kept: Surface, { left, top, widthPx, heightPx }: Area, create: Changing['createSurface']): Patch {
  const surface = create(widthPx, heightPx)
  surface.put(kept, -left, -top)
  return { surface, left, top }
}

/** All pixels of a surface. */
export function wholeFrame(surface: Surface, opaque: boolean): Frame {
  const pixels = opaque ? readRgb(surface) : surface.read()
  return { pixels, release: () => freePixels(pixels) }
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
