import { expect, test } from 'vitest'
import { anchorAt, anchorPlaces, isAt } from './anchor-place.ts'

test('each side of the other layer has a place of its own, and three that are aligned', () => {
  expect(anchorPlaces).toHaveLength(16)
  expect(new Set(anchorPlaces.map(({ row, column }) => `${row} ${column}`)).size).toBe(16)
  expect(anchorPlaces.filter(({ row, column }) => row === 7 && column === 5)).toMatchObject([
    { side: 'below', align: 'end' },
  ])
  expect(anchorPlaces.filter(({ row, column }) => row === 3 && column === 1)).toMatchObject([
    { side: 'left', align: 'start' },
  ])
})

test('another place keeps the layer and the gap', () => {
  const anchor = { layer: 'Title', side: 'below', gap: 8, align: 'end' }
  expect(anchorAt(anchor, { side: 'left', align: 'center' })).toEqual({ ...anchor, side: 'left', align: 'center' })
  const free = anchorAt(anchor, { side: 'above', align: undefined })
  expect(free).toEqual({ layer: 'Title', side: 'above', gap: 8 })
  expect(anchorPlaces.filter((place) => isAt(free, place))).toMatchObject([{ side: 'above', align: undefined }])
})
