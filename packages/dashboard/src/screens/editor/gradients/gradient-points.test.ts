import { expect, test } from 'vitest'
import { stopPlacer } from './gradient-points.ts'

const size = { width: 200, height: 100 }
const rounded = ({ x, y }: { x: number; y: number }) => [Math.round(x), Math.round(y)]

test('stopPlacer() places stops as renderers draw them, and reads their place back', () => {
  const places = {
    down: stopPlacer({ type: 'linear' }, size, 10),
    right: stopPlacer({ type: 'linear', angle: 90 }, size, 0),
    radial: stopPlacer({ type: 'radial', center: { x: 0, y: 0.5 } }, size, 0),
    conic: stopPlacer({ type: 'conic', angle: 90 }, size, 0),
  }
  const at = (name: keyof typeof places, offset: number) => rounded(places[name](offset).at)
  expect([at('down', 0), at('down', 1)]).toEqual([
    [100, 10],
    [100, 90],
  ])
  expect([at('right', 0), at('right', 0.25)]).toEqual([
    [0, 50],
    [50, 50],
  ])
  expect(at('radial', 1)).toEqual([112, 50])
  expect([at('conic', 0), at('conic', 0.25)]).toEqual([
    [135, 50],
    [100, 85],
  ])
  for (const place of Object.values(places)) {
    for (const offset of [0, 0.3, 0.8]) expect(place(offset).offsetAt(place(offset).at)).toBeCloseTo(offset, 3)
  }
  expect(places.right(0).offsetAt({ x: 900, y: 0 })).toBe(1)
})
