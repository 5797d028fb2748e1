import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frameMatrix, frameOfBox, roundedFrame } from './frame.ts'
import { boxAround, multiply, transform } from './matrix.ts'
import { farthest, frame, point } from './random-frames.test-kit.ts'
import { directionOf, HANDLES, type Handle, handlePoint, resizeFrame } from './resize.ts'
import { lengthFactor, scaleFrame, wholeEdges } from './scale.ts'

const handle = fc.constantFrom(...HANDLES)
const opposites: Readonly<Record<Handle, Handle>> = {
  nw: 'se',
  n: 's',
  ne: 'sw',
  e: 'w',
  se: 'nw',
  s: 'n',
  sw: 'ne',
  w: 'e',
}
const upright = frameOfBox({ x: 100, y: 100, width: 80, height: 40 })
const sizeAfter = (name: Handle, offset: { x: number; y: number }, options = {}) => {
  const { x, y, width, height } = resizeFrame(upright, { handle: name, offset }, options)
  return [x, y, width, height]
}

describe('resizeFrame()', () => {
  test('keeps the opposite handle within 0.01 px, at any rotation and inside rotated groups', () => {
    fc.assert(
      fc.property(frame, frame, fc.record({ handle, offset: point }), fc.boolean(), (any, group, drag, keepRatio) => {
        const after = roundedFrame(resizeFrame(any, drag, { keepRatio }))
        const opposite = opposites[drag.handle]
        const onPage = (one: typeof any) => transform(frameMatrix(group), handlePoint(one, opposite))
        expect(farthest([onPage(after)], [onPage(any)])).toBeLessThan(0.01)
        expect(Math.min(after.width, after.height)).toBeGreaterThanOrEqual(1)
        expect([after.rotation, after.flip]).toEqual([any.rotation, any.flip])
      }),
    )
  })

  test('from the centre keeps the centre, and with the ratio keeps the ratio', () => {
    fc.assert(
      fc.property(frame, handle, point, (any, name, offset) => {
        const after = resizeFrame(any, { handle: name, offset }, { fromCenter: true, keepRatio: true })
        const middle = (one: typeof any) => transform(frameMatrix(one), { x: one.width / 2, y: one.height / 2 })
        expect(farthest([middle(after)], [middle(any)])).toBeLessThan(0.01)
        // Whole sides stay whole: one of them is off by at most the other side's half step.
        const off = Math.abs(after.width - (after.height * any.width) / any.height)
        expect(Math.min(off, (off * any.height) / any.width)).toBeLessThanOrEqual(2.001)
      }),
    )
  })

  test('follows the pointer: the handle goes where it is dragged', () => {
    fc.assert(
      fc.property(frame, handle, (any, name) => {
        const { x, y } = directionOf(name)
        const from = handlePoint(any, name)
        const to = transform(multiply(frameMatrix({ ...any, flip: 'none' }), [1, 0, 0, 1, x * 17, y * 23]), {
          x: (any.width * (x + 1)) / 2,
          y: (any.height * (y + 1)) / 2,
        })
        const after = resizeFrame(any, { handle: name, offset: { x: to.x - from.x, y: to.y - from.y } })
        expect(farthest([handlePoint(after, name)], [to])).toBeLessThan(0.01)
      }),
    )
  })

  test.each<[Handle, { x: number; y: number }, object, number[]]>([
    ['se', { x: 10.4, y: 5.6 }, {}, [100, 100, 90, 46]],
    ['nw', { x: 10.4, y: 5.6 }, {}, [110, 106, 70, 34]],
    ['e', { x: -500, y: 90 }, {}, [100, 100, 1, 40]],
    ['w', { x: 500, y: 0 }, {}, [179, 100, 1, 40]],
    ['e', { x: 20, y: 0 }, { keepRatio: true }, [100, 95, 100, 50]],
    // Pixels stay whole, also of the side that follows and of both edges around the middle.
    ['se', { x: 13, y: 0 }, { keepRatio: true }, [100, 100, 93, 47]],
    ['nw', { x: 13, y: 0 }, { keepRatio: true }, [113, 106, 67, 34]],
    ['e', { x: 7, y: 0 }, { keepRatio: true }, [100, 98, 87, 44]],
    ['se', { x: 7, y: 0 }, { keepRatio: true, fromCenter: true }, [93, 96, 94, 48]],
    ['se', { x: 0.3, y: 0 }, { keepRatio: true, exact: true }, [100, 100, 80.3, 40.15]],
    ['se', { x: 4, y: 40 }, { keepRatio: true }, [100, 100, 160, 80]],
    ['s', { x: 0, y: 10 }, { fromCenter: true }, [100, 90, 80, 60]],
    ['se', { x: 0.25, y: 0 }, { exact: true }, [100, 100, 80.25, 40]],
  ])('%s by %j with %j', (name, offset, options, expected) => {
    expect(sizeAfter(name, offset, options)).toEqual(expected)
  })
})

describe('scaleFrame()', () => {
  test('scales upright layers and their places exactly, and turned ones around their middle', () => {
    fc.assert(
      fc.property(frame, fc.record({ x: fc.constantFrom(0.5, 1, 2), y: fc.constantFrom(0.5, 1, 3) }), (any, scale) => {
        const middle = (one: typeof any) => transform(frameMatrix(one), { x: one.width / 2, y: one.height / 2 })
        const [before, after] = [middle(any), middle(scaleFrame(any, scale))]
        expect(farthest([after], [{ x: before.x * scale.x, y: before.y * scale.y }])).toBeLessThan(0.01)
      }),
    )
    expect(scaleFrame(upright, { x: 2, y: 3 })).toMatchObject({ x: 200, y: 300, width: 160, height: 120 })
    expect(scaleFrame({ ...upright, rotation: 90 }, { x: 2, y: 3 })).toMatchObject({ width: 240, height: 80 })
    expect(lengthFactor({ x: 4, y: 1 })).toBe(2)
  })

  test('of a frame is that of its corners when both factors are equal', () => {
    fc.assert(
      fc.property(frame, (any) => {
        const corners = (one: typeof any) => HANDLES.map((name) => handlePoint(one, name))
        const scaled = corners(any).map(({ x, y }) => ({ x: x * 2, y: y * 2 }))
        expect(farthest(corners(scaleFrame(any, { x: 2, y: 2 })), scaled)).toBeLessThan(0.01)
        expect(boxAround(scaled).width).toBeGreaterThan(0)
      }),
    )
  })
})

test('wholeEdges() gives whole edges to what had them, and leaves turned and fractional frames as they are', () => {
  const scaled = { ...upright, x: 10.4, y: 20.6, width: 53.3, height: 0.2 }
  expect(wholeEdges(upright, scaled)).toMatchObject({ x: 10, y: 21, width: 54, height: 1 })
  expect(wholeEdges({ ...upright, x: 0.5 }, scaled)).toEqual(scaled)
  expect(wholeEdges({ ...upright, rotation: 30 }, scaled)).toEqual(scaled)
})
