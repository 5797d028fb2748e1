import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALIGNMENTS, align, distribute, rowsOf, tidy } from './arrange.ts'
import { radiiOf, radiusAt, radiusDot, withRadius } from './corner-radius.ts'
import { nextDuplicateOffset } from './duplicate.ts'
import { type Box, type Point, union } from './matrix.ts'
import { measureBoxes } from './measure.ts'
import { box } from './random-frames.test-kit.ts'
import { cornerCountAt, innerRadiusAt, shapeCorner } from './shape-handles.ts'
import { stackShape } from './stack-shape.ts'

const boxes = fc.array(box, { minLength: 1, maxLength: 6 })
const move = (all: readonly Box[], offsets: readonly Point[]) =>
  all.map((one, at) => ({
    ...one,
    x: one.x + (offsets[at]?.x ?? Number.NaN),
    y: one.y + (offsets[at]?.y ?? Number.NaN),
  }))

describe('align()', () => {
  test('puts an edge or middle of all boxes on one line of the common box, and does nothing the second time', () => {
    fc.assert(
      fc.property(boxes, fc.constantFrom(...ALIGNMENTS), (all, alignment) => {
        const after = move(all, align(all, alignment))
        const [start, size] = ['left', 'center', 'right'].includes(alignment)
          ? (['x', 'width'] as const)
          : (['y', 'height'] as const)
        const share = { left: 0, top: 0, center: 0.5, middle: 0.5, right: 1, bottom: 1 }[alignment]
        const around = union(all)
        for (const one of after) {
          // Whole places stay whole.
          const away = one[start] + one[size] * share - around[start] - around[size] * share
          expect(Math.abs(away)).toBeLessThanOrEqual(share === 0.5 ? 0.5 : 0.005)
          expect(Number.isInteger(one[start])).toBe(true)
        }
        for (const { x, y } of align(after, alignment, around)) expect(Math.hypot(x, y)).toBeLessThan(0.002)
      }),
    )
  })
})

describe('distribute()', () => {
  test('makes all gaps equal and keeps the outer boxes', () => {
    fc.assert(
      fc.property(fc.array(box, { minLength: 3, maxLength: 6 }), (all) => {
        const after = move(all, distribute(all, 'horizontal')).sort((one, other) => one.x - other.x)
        const order = all.toSorted((one, other) => one.x + one.width / 2 - (other.x + other.width / 2))
        const [first, last] = [order[0], order.at(-1)]
        expect(after.map(({ y }) => y).sort()).toEqual(all.map(({ y }) => y).sort())
        expect(after).toContainEqual(expect.objectContaining({ x: first?.x }))
        const inOrder = move(order, distribute(order, 'horizontal'))
        const gaps = inOrder.slice(1).map((one, at) => one.x - (inOrder[at]?.x ?? 0) - (inOrder[at]?.width ?? 0))
        for (const gap of gaps) expect(Math.abs(gap - (gaps[0] ?? 0))).toBeLessThanOrEqual(1)
        expect(inOrder.every(({ x }) => Number.isInteger(x))).toBe(true)
        expect(inOrder.at(-1)?.x).toBeCloseTo(last?.x ?? 0, 2)
      }),
    )
  })
})

describe('tidy()', () => {
  test('leaves no overlaps and changes nothing the second time', () => {
    fc.assert(
      fc.property(boxes, fc.integer({ min: 0, max: 20 }), (all, gap) => {
        const after = move(all, tidy(all, gap))
        for (const [at, one] of after.entries()) {
          for (const other of after.slice(at + 1)) {
            const apart = one.x + one.width <= other.x || other.x + other.width <= one.x
            const above = one.y + one.height <= other.y || other.y + other.height <= one.y
            expect(apart || above).toBe(true)
          }
        }
      }),
    )
  })

  test('keeps rows and columns with one gap', () => {
    const grid = [
      { x: 0, y: 0, width: 10, height: 10 },
      { x: 24, y: 2, width: 10, height: 10 },
      { x: 3, y: 21, width: 14, height: 10 },
      { x: 30, y: 23, width: 10, height: 10 },
    ]
    expect(rowsOf(grid)).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect(move(grid, tidy(grid)).map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [26, 0],
      [0, 22],
      [26, 22],
    ])
  })
})

describe('measureBoxes()', () => {
  test('gives the four distances inside a box and the gaps beside one', () => {
    const outer = { x: 0, y: 0, width: 100, height: 100 }
    const inside = measureBoxes({ x: 10, y: 20, width: 30, height: 40 }, outer).map(({ length }) => length)
    expect(inside).toEqual([10, 60, 20, 40])
    expect(measureBoxes({ x: 120, y: 30, width: 20, height: 20 }, outer)).toEqual(
      [
        { from: { x: 120, y: 40 }, to: { x: 100, y: 40 }, length: 20 },
        { from: { x: 120, y: 30 }, to: { x: 120, y: 0 }, length: 30 },
        { from: { x: 120, y: 50 }, to: { x: 120, y: 100 }, length: 50 },
      ].map((distance) => expect.objectContaining({ length: distance.length })),
    )
    expect(measureBoxes(outer, outer)).toEqual([])
  })
})

describe('handles of shapes', () => {
  const size = { width: 100, height: 60 }

  test('the dot of a corner and its radius are opposites', () => {
    for (const corner of [0, 1, 2, 3] as const) {
      for (const radius of [0, 7, 30])
        expect(radiusAt(size, corner, radiusDot(size, { corner, radius, inset: 0 }))).toBe(radius)
    }
    expect(radiusAt(size, 0, { x: 500, y: 500 })).toBe(30)
    expect(withRadius(4, 2, 9)).toEqual([4, 4, 9, 4])
    expect(withRadius([4, 4, 9, 4], 2, 4)).toBe(4)
    expect(radiiOf(withRadius([1, 2, 3, 4], 'all', 5))).toEqual([5, 5, 5, 5])
  })

  test('the corners of stars and polygons lead back to their numbers', () => {
    for (let count = 3; count <= 100; count++) {
      expect(cornerCountAt(size, shapeCorner(size, { index: 1, count }))).toBe(count)
    }
    expect(innerRadiusAt(size, shapeCorner(size, { index: 1, count: 10, radius: 0.4 }))).toBeCloseTo(0.4, 3)
    expect(innerRadiusAt(size, { x: 50, y: 30 })).toBe(0.01)
  })

  test('copies make a pattern', () => {
    expect(nextDuplicateOffset({ x: 1, y: 1 }, { x: 1, y: 1 })).toEqual({ x: 10, y: 10 })
    expect(nextDuplicateOffset({ x: 1, y: 1 }, { x: 51, y: 1 })).toEqual({ x: 50, y: 0 })
  })
})

describe('stackShape()', () => {
  test('sees a row or column, its gap and its alignment', () => {
    const column = [0, 1, 2].map((at) => ({ x: 50 - at * 10, y: at * 30, width: at * 20, height: 20 }))
    expect(stackShape(column)).toEqual({ layout: 'column', gap: 10, align: 'center', order: [0, 1, 2] })
    expect(stackShape(column, 'row').layout).toBe('row')
    expect(stackShape([{ x: 0, y: 0, width: 5, height: 5 }])).toMatchObject({ gap: 0, align: 'start', order: [0] })
  })
})
