import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frameCorners, frameMatrix, frameOfBox } from './frame.ts'
import { linePoints, lineThrough, moveLineEnd } from './line-ends.ts'
import { multiply, rotation, transform, translation } from './matrix.ts'
import { dragOffset, moveAnchored, nudgeOffset, offsetInside } from './move.ts'
import { farthest, frame, point } from './random-frames.test-kit.ts'
import { angleOf, rotateFrame, rotateFrames, stepAngle, turnBetween } from './rotate.ts'

describe('rotating', () => {
  test('several layers turn as one picture around the common centre', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { minLength: 1, maxLength: 4 }),
        point,
        fc.integer({ min: -360, max: 360 }),
        (frames, center, degrees) => {
          const turn = multiply(
            multiply(translation(center.x, center.y), rotation(degrees)),
            translation(-center.x, -center.y),
          )
          const after = rotateFrames(frames, center, { degrees })
          for (const [at, one] of frames.entries()) {
            const turned = after[at]
            if (!turned) throw new Error('a frame is missing')
            const expected = frameCorners(one).map((corner) => transform(turn, corner))
            expect(farthest(frameCorners(turned), expected)).toBeLessThan(0.01)
          }
        },
      ),
    )
  })

  test('steps by 15 degrees', () => {
    const turned = frameOfBox({ x: 0, y: 0, width: 10, height: 10 })
    expect(rotateFrame({ ...turned, rotation: 10 }, 12.4, { steps: true }).rotation).toBe(15)
    expect(rotateFrame(turned, 12.3456).rotation).toBe(12.346)
    expect(rotateFrame({ ...turned, rotation: 170 }, 20).rotation).toBe(-170)
    expect([stepAngle(-7), stepAngle(8), angleOf({ x: 0, y: 0 }, { x: 0, y: 5 })]).toEqual([0, 15, 90])
    expect(turnBetween({ x: 0, y: 0 }, { x: -1, y: 0.1 }, { x: -1, y: -0.1 })).toBeCloseTo(11.42, 2)
  })
})

describe('moving', () => {
  test.each([
    [{ x: 3.4, y: -8.6 }, {}, { x: 3, y: -9 }],
    [{ x: 3.4, y: -8.6 }, { lockAxis: true }, { x: 0, y: -9 }],
    [{ x: -9.4, y: 8.6 }, { lockAxis: true }, { x: -9, y: 0 }],
    [{ x: 3.4, y: -8.6 }, { exact: true }, { x: 3.4, y: -8.6 }],
  ])('dragOffset(%j, %j) is %j', (offset, options, expected) => {
    expect(dragOffset(offset, options)).toEqual(expected)
  })

  test('an offset on the page is the same way inside a turned group', () => {
    fc.assert(
      fc.property(frame, point, (group, offset) => {
        const matrix = frameMatrix(group)
        const inside = offsetInside(offset, matrix)
        const [from, to] = [transform(matrix, { x: 0, y: 0 }), transform(matrix, inside)]
        expect(farthest([{ x: to.x - from.x, y: to.y - from.y }], [offset])).toBeLessThan(0.01)
      }),
    )
  })

  test('arrows nudge by 1 or 10, and the gap of an anchor takes up what goes its way', () => {
    expect(nudgeOffset('ArrowLeft')).toEqual({ x: -1, y: 0 })
    expect(nudgeOffset('ArrowDown', { shift: true })).toEqual({ x: 0, y: 10 })
    expect(nudgeOffset('Enter')).toBeUndefined()
    expect(moveAnchored({ side: 'above', gap: 4 }, { x: 7, y: -3 })).toEqual({ gap: 7, offset: { x: 7, y: 0 } })
    expect(moveAnchored({ side: 'right' }, { x: 7, y: -3 })).toEqual({ gap: 7, offset: { x: 0, y: -3 } })
  })
})

describe('line ends', () => {
  test('the other points stay where they are, and the moved one goes to the pointer', () => {
    const parts = fc.record({ x: fc.integer({ min: 0, max: 10 }), y: fc.integer({ min: 0, max: 10 }) })
    fc.assert(
      fc.property(
        frame,
        fc.array(parts, { minLength: 2, maxLength: 5 }),
        point,
        fc.boolean(),
        (any, tenths, to, atEnd) => {
          const line = { frame: any, points: tenths.map(({ x, y }) => ({ x: x / 10, y: y / 10 })) }
          const after = linePoints(moveLineEnd(line, atEnd ? 'end' : 'start', { to }))
          expect(farthest(after, linePoints(line).with(atEnd ? -1 : 0, to))).toBeLessThan(0.01)
        },
      ),
    )
  })

  test('a flat line keeps a box of one pixel, and steps keep to 45 degrees', () => {
    const flat = lineThrough([
      { x: 10, y: 50 },
      { x: 90, y: 50 },
    ])
    expect(flat).toMatchObject({
      frame: { x: 10, y: 49.5, width: 80, height: 1 },
      points: [
        { x: 0, y: 0.5 },
        { x: 1, y: 0.5 },
      ],
    })
    const stepped = linePoints(moveLineEnd(flat, 'end', { to: { x: 90, y: 136 }, steps: true }))
    expect(
      farthest(stepped, [
        { x: 10, y: 50 },
        { x: 93, y: 133 },
      ]),
    ).toBeLessThan(0.01)
  })
})
