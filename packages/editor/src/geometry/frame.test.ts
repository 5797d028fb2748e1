import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  frameCorners,
  frameMatrix,
  inverseFrameMatrix,
  mirrorFrame,
  roundedFrame,
  unwrapFrame,
  wrapFrame,
} from './frame.ts'
import { cornersOf, IDENTITY, invert, multiply, transform, turnOf } from './matrix.ts'
import { farthest, frame, point } from './random-frames.test-kit.ts'

describe('frames', () => {
  test('unwrapFrame() keeps every corner where it is, in groups that are turned and mirrored', () => {
    fc.assert(
      fc.property(frame, frame, (inner, outer) => {
        const drawn = cornersOf(
          { x: 0, y: 0, width: inner.width, height: inner.height },
          multiply(frameMatrix(outer), frameMatrix(inner)),
        )
        expect(farthest(frameCorners(roundedFrame(unwrapFrame(inner, outer))), drawn)).toBeLessThan(0.01)
      }),
    )
  })

  test('wrapFrame() and unwrapFrame() are opposites', () => {
    fc.assert(
      fc.property(frame, frame, (beside, outer) => {
        const there = unwrapFrame(wrapFrame(beside, outer), outer)
        expect(farthest(frameCorners(there), frameCorners(beside))).toBeLessThan(0.001)
        expect(there.flip).toBe(beside.flip)
      }),
    )
  })

  test('mirrorFrame() puts every corner where a mirror in the middle of the box shows it', () => {
    const box = { x: 10, y: -20, width: 300, height: 50 }
    fc.assert(
      fc.property(frame, (any) => {
        const [across, down] = [mirrorFrame(any, 'horizontal', box), mirrorFrame(any, 'vertical', box)]
        const corners = frameCorners(any)
        expect(
          farthest(
            frameCorners(across),
            corners.map(({ x, y }) => ({ x: 320 - x, y })),
          ),
        ).toBeLessThan(0.001)
        expect(
          farthest(
            frameCorners(down),
            corners.map(({ x, y }) => ({ x, y: 10 - y })),
          ),
        ).toBeLessThan(0.001)
      }),
    )
  })

  test('inverseFrameMatrix() leads back, as the inverse of the matrix does', () => {
    fc.assert(
      fc.property(frame, point, (any, at) => {
        const there = transform(frameMatrix(any), at)
        expect(farthest([transform(inverseFrameMatrix(any), there)], [at])).toBeLessThan(0.001)
        expect(farthest([transform(invert(frameMatrix(any)) ?? IDENTITY, there)], [at])).toBeLessThan(0.001)
      }),
    )
  })

  test('invert() has no answer for a change that flattens', () => {
    expect(invert([0, 0, 0, 1, 5, 5])).toBeUndefined()
  })

  test.each([
    [180, 180],
    [-180, 180],
    [190, -170],
    [-190, 170],
    [725, 5],
  ])('turnOf(%d) is %d', (degrees, turn) => {
    expect(turnOf(degrees)).toBe(turn)
  })
})
