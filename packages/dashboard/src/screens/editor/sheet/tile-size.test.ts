import { expect, test } from 'vitest'
import { GAP_PX, layOutTiles, NAME_PX } from './tile-size.ts'

const room = { width: 1440, height: 280 }
const square = { width: 1080, height: 1080 }

function heightOf({ tile, columns }: ReturnType<typeof layOutTiles>, count: number) {
  return Math.ceil(count / columns) * (tile.height + NAME_PX + GAP_PX) + GAP_PX
}

test.each([
  ['square', square],
  ['story', { width: 1080, height: 1920 }],
  ['banner', { width: 1200, height: 300 }],
  ['link preview', { width: 1200, height: 630 }],
])('24 pictures of a %s keep their ratio and fill the width', (_, page) => {
  const layout = layOutTiles(page, room, 24)
  const { tile, widthPx, columns } = layout
  expect(Math.abs(tile.width / tile.height / (page.width / page.height) - 1)).toBeLessThan(0.02)
  expect(columns * (widthPx + GAP_PX) + GAP_PX).toBeLessThanOrEqual(room.width)
  expect(tile.width * tile.height).toBeGreaterThan(8500)
})

test('all are in sight where there is room, and scroll where there is not', () => {
  expect(heightOf(layOutTiles(square, room, 24), 24)).toBeLessThanOrEqual(room.height)
  expect(heightOf(layOutTiles(square, { width: 1024, height: 140 }, 24), 24)).toBeGreaterThan(140)
})

test('a higher sheet makes larger tiles, up to a bound', () => {
  const widths = [140, 280, 400, 3000].map((height) => layOutTiles(square, { width: 1440, height }, 24).tile.width)
  expect(widths).toEqual(widths.toSorted((one, other) => one - other))
  expect(new Set(widths).size).toBe(4)
  expect(layOutTiles(square, { width: 1440, height: 3000 }, 2).tile.width).toBe(400)
})

test.each([
  { width: 0, height: 0 },
  { width: 30, height: 400 },
])('a sheet of %j has a place for its tiles', (small) => {
  const { columns, tile } = layOutTiles({ width: 10_000, height: 10 }, small, 24)
  expect([columns, tile.width > 0, tile.height > 0]).toEqual([1, true, true])
})
