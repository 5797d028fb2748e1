import { expect, test } from 'vitest'
import {
  addStop,
  addStopAfter,
  gradientCss,
  moveStop,
  placesOf,
  removeStop,
  reverseStops,
  stopsOf,
  toKind,
} from './gradient.ts'

const bound = { bind: 'Share' }
const three = stopsOf({ stops: [{ color: 'red' }, { color: 'lime', offset: bound }, { color: 'blue', offset: 0.9 }] })

test('61: another kind of gradient keeps the stops, and of the rest what it has too', () => {
  const stops = [{ color: 'red' }, { color: 'blue', offset: 0.5 }]
  const linear = { type: 'linear', angle: 30, stops }
  expect(toKind(linear, 'conic')).toEqual({ type: 'conic', angle: 30, stops })
  const conic = { type: 'conic', angle: 30, center: { x: 0.2, y: 0.3 }, stops }
  expect(toKind(conic, 'radial')).toEqual({ type: 'radial', center: { x: 0.2, y: 0.3 }, stops })
  expect(toKind(conic, 'linear')).toEqual(linear)
  expect(toKind(conic, 'solid')).toBe('red')
  expect(toKind('#ffffff', 'conic')).toEqual({ type: 'conic', stops: [{ color: '#ffffff' }, { color: '#000000' }] })
})

test('another kind of paint keeps the colours that a record makes', () => {
  const filled = { type: 'linear', stops: { bind: 'Stops' } }
  expect(toKind(filled, 'conic')).toEqual({ ...filled, type: 'conic' })
  const first = { type: 'linear', stops: [{ color: { bind: 'Brand' } }, { color: 'blue' }] }
  expect(toKind(first, 'solid')).toEqual({ bind: 'Brand' })
  expect(toKind(toKind(first, 'solid'), 'radial')).toEqual({
    type: 'radial',
    stops: [{ color: { bind: 'Brand' } }, { color: '#ffffff' }],
  })
})

test('a place that a record makes is kept, and shown where it would be without one', () => {
  expect(three.map(({ offset }) => offset)).toEqual([0, bound, 0.9])
  expect(placesOf(three)).toEqual([0, 0.5, 0.9])
  expect(moveStop(three, 1, 0.7)).toBe(three)
  expect(moveStop(three, 2, 1.2).map(({ offset }) => offset)).toEqual([0, bound, 1])
  expect(gradientCss(three)).toBe('linear-gradient(to right, red 0%, lime 50%, blue 90%)')
})

test('61: a stop is added in the colour that is nearest, and removed down to two', () => {
  const { stops, at } = addStop(three, 0.6)
  expect([at, stops[at], stops[1]?.offset]).toEqual([2, { color: 'lime', offset: 0.6 }, bound])
  expect(addStopAfter(three, 1)).toMatchObject({ at: 2, stops: { 2: { offset: 0.7 } } })
  expect(addStopAfter(three, 2)).toMatchObject({ at: 2, stops: { 2: { offset: 0.7 } } })
  const two = removeStop(three, 0)
  expect(two).toHaveLength(2)
  expect(removeStop(two, 0)).toBe(two)
})

test('a gradient is turned round, with its places', () => {
  expect(reverseStops(three)).toEqual([
    { color: 'blue', offset: 0.1 },
    { color: 'lime', offset: bound },
    { color: 'red', offset: 1 },
  ])
})
