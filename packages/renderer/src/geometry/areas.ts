import type { Bounds } from './matrix.ts'

/** A rectangle of whole pixels. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly widthPx: number
  readonly heightPx: number
}

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * Areas begin and end at multiples of this, so that they are the same for most records. Dots that even out gradients
 * repeat every eight pixels: within an area they come to lie as on the page.
 */
const GRID_PX = 32

/** A few areas of the page that hold all of the bounds and hardly more; none of them overlap. */
export function areasOf(all: readonly Bounds[], page: Size): Area[] {
  const areas: Area[] = []
  for (const bounds of all) {
    if (sizeOf(wholePixels(bounds, page)) === 0) continue
    let area = wholePixels(onGrid(bounds), page)
    for (let near = nearTo(area, areas); near >= 0; near = nearTo(area, areas)) {
      for (const joined of areas.splice(near, 1)) area = around(area, joined)
    }
    areas.push(area)
  }
  return areas
}

export function edgesOf({ left, top, widthPx, heightPx }: Area): Bounds {
  return { left, top, right: left + widthPx, bottom: top + heightPx }
}

export function sizeOf({ widthPx, heightPx }: Area): number {
  return widthPx * heightPx
}

function onGrid({ left, top, right, bottom }: Bounds): Bounds {
  const [down, up] = [
    (at: number) => Math.floor(at / GRID_PX) * GRID_PX,
    (at: number) => Math.ceil(at / GRID_PX) * GRID_PX,
  ]
  return { left: down(left), top: down(top), right: up(right), bottom: up(bottom) }
}

/** What of the bounds lies on the page. */
export function wholePixels({ left, top, right, bottom }: Bounds, page: Size): Area {
  const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))]
  return {
    left: x,
    top: y,
    widthPx: Math.max(0, Math.min(page.widthPx, Math.ceil(right)) - x),
    heightPx: Math.max(0, Math.min(page.heightPx, Math.ceil(bottom)) - y),
  }
}

/** The place of one that overlaps this one or, taken together with it, is hardly larger than the two. */
function nearTo(area: Area, areas: readonly Area[]): number {
  return areas.findIndex(
    (other) => overlap(area, other) || sizeOf(around(area, other)) <= 1.1 * (sizeOf(area) + sizeOf(other)),
  )
}

export function overlap(one: Area, other: Area): boolean {
  return (
    one.left < other.left + other.widthPx &&
    other.left < one.left + one.widthPx &&
    one.top < other.top + other.heightPx &&
    other.top < one.top + one.heightPx
  )
}

function around(one: Area, other: Area): Area {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)]
  return {
    left,
    top,
    widthPx: Math.max(one.left + one.widthPx, other.left + other.widthPx) - left,
    heightPx: Math.max(one.top + one.heightPx, other.top + other.heightPx) - top,
  }
}
