import type { Bounds } from './matrix.ts'

/** A rectangle of whole pixels. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly widthPx: number
  readonly heightPx: number
}

/** A few areas of the page that hold all of the bounds and hardly more. */
export function areasOf(all: readonly Bounds[], page: { widthPx: number; heightPx: number }): Area[] {
  const areas: Area[] = []
  for (const bounds of all) {
    let area = wholePixels(bounds, page)
    if (sizeOf(area) === 0) continue
    for (let near = nearTo(area, areas); near >= 0; near = nearTo(area, areas)) {
      for (const joined of areas.splice(near, 1)) area = around(area, joined)
    }
    areas.push(area)
  }
  return areas
}

export function sizeOf({ widthPx, heightPx }: Area): number {
  return widthPx * heightPx
}

function wholePixels({ left, top, right, bottom }: Bounds, page: { widthPx: number; heightPx: number }): Area {
  const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))]
  return {
    left: x,
    top: y,
    widthPx: Math.max(0, Math.min(page.widthPx, Math.ceil(right)) - x),
    heightPx: Math.max(0, Math.min(page.heightPx, Math.ceil(bottom)) - y),
  }
}

/** The place of one that, taken together with this one, is hardly larger than the two. */
function nearTo(area: Area, areas: readonly Area[]): number {
  return areas.findIndex((other) => sizeOf(around(area, other)) <= 1.1 * (sizeOf(area) + sizeOf(other)))
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
