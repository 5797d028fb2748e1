import type { Size } from '@pictable/editor'

/** Between tiles, and around them. */
export const GAP_PX = 10
/** For the name below a picture. */
export const NAME_PX = 22
/** Of pictures in CSS pixels: smaller ones tell nothing, larger ones are what the canvas is for. */
const [MIN_AREA, MAX_AREA] = [9_000, 160_000]
/** However narrow the page is, there is room for the mark, and for some of the name. */
const MIN_SIDE = 48

export interface TileLayout {
  /** Of the picture, in CSS pixels. */
  readonly tile: Size
  /** Of its place: a tall picture is narrower than its name. */
  readonly widthPx: number
  readonly columns: number
}

/** As large as possible with all tiles in sight, in the ratio of the page; where they are too many, they scroll. */
export function layOutTiles(page: Size, room: Size, count: number): TileLayout {
  const ratio = page.width / page.height
  const widths = Array.from({ length: Math.max(1, count) }, (_, more) => {
    const columns = more + 1
    const rows = Math.ceil(count / columns)
    const width = (room.width - GAP_PX) / columns - GAP_PX
    const height = (room.height - GAP_PX) / Math.max(1, rows) - GAP_PX - NAME_PX
    return width < MIN_SIDE ? 0 : Math.min(width, height * ratio)
  })
  const [least, most] = [Math.sqrt(MIN_AREA * ratio), Math.sqrt(MAX_AREA * ratio)]
  const wanted = Math.min(most, Math.max(least, ...widths), Math.max(MIN_SIDE, room.width - 2 * GAP_PX))
  const width = Math.max(1, Math.floor(wanted))
  const tile = { width, height: Math.max(1, Math.round(width / ratio)) }
  const widthPx = Math.max(tile.width, MIN_SIDE)
  return { tile, widthPx, columns: Math.max(1, Math.floor((room.width - GAP_PX) / (widthPx + GAP_PX))) }
}
