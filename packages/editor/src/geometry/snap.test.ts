import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Box } from './matrix.ts'
import { box } from './random-frames.test-kit.ts'
import { snapMove } from './snap.ts'
import { snapResize } from './snap-resize.ts'

const targets = fc.record({ boxes: fc.array(box, { maxLength: 6 }) })
const options = { tolerance: 6 }
const at = (x: number, y: number, width = 20, height = 20): Box => ({ x, y, width, height })

describe('snapMove()', () => {
  test('moves by no more than the tolerance, to something that is there, and then stays', () => {
    fc.assert(
      fc.property(box, targets, (moved, given) => {
        const { offset, lines, gaps } = snapMove(moved, given, options)
        expect(Math.max(Math.abs(offset.x), Math.abs(offset.y))).toBeLessThanOrEqual(6)
        const snapped = { ...moved, x: moved.x + offset.x, y: moved.y + offset.y }
        if (offset.x !== 0) expect(lines.some(({ axis }) => axis === 'x') || gaps.length > 0).toBe(true)
        for (const { axis, at: place } of lines) {
          const [start, size] = axis === 'x' ? [snapped.x, snapped.width] : [snapped.y, snapped.height]
          // Whole places stay whole: half a pixel from a middle.
          expect([start, start + size / 2, start + size].some((own) => Math.abs(own - place) < 0.52)).toBe(true)
        }
        const again = snapMove(snapped, given, options)
        expect(Math.abs(again.offset.x)).toBeLessThan(0.01)
      }),
    )
  })

  test('keeps whole places whole, unless an edge that is none asks for a fraction', () => {
    const page = { boxes: [], frames: [at(0, 0, 600, 400)] }
    const middle = snapMove(at(248, 130, 101, 20), page, options)
    expect([middle.offset.x, middle.lines.map(({ at: place }) => place)]).toEqual([2, [300]])
    expect(snapMove(at(248.5, 130, 101, 20), page, options).offset.x).toBe(1)
    expect(snapMove(at(100, 130), { boxes: [at(102.25, 300)] }, options).offset.x).toBeCloseTo(2.25)
  })

  test('aligns edges with a sibling and says how far away it is', () => {
    expect(snapMove(at(103, 80), { boxes: [at(100, 0)] }, options)).toMatchObject({
      offset: { x: -3, y: 0 },
      lines: [
        { axis: 'x', at: 100, from: 0, to: 100 },
        { axis: 'x', at: 110, from: 0, to: 100 },
        { axis: 'x', at: 120, from: 0, to: 100 },
      ],
      distances: [{ from: { x: 100, y: 20 }, to: { x: 100, y: 80 }, length: 60 }, { length: 60 }, { length: 60 }],
    })
  })

  test('snaps to the middle of the page, to guides and to baselines', () => {
    const page = { boxes: [], frames: [at(0, 0, 400, 300)] }
    expect(snapMove(at(188, 140), page, options).offset).toEqual({ x: 2, y: 0 })
    expect(snapMove(at(50, 50), { boxes: [], guides: { y: [74] } }, options).offset).toEqual({ x: 0, y: 4 })
    const text = snapMove(at(50, 50), { boxes: [], baselines: [61] }, { ...options, baselines: [65] })
    expect(text).toMatchObject({ offset: { x: 0, y: -4 }, lines: [{ axis: 'y', at: 61 }] })
  })

  test('makes gaps equal: between two layers, and after two', () => {
    const between = snapMove(at(62, 0), { boxes: [at(0, 3), at(125, 5)] }, options)
    // Half a pixel more: a whole place stays whole.
    expect(between.offset.x).toBe(1)
    expect(between.gaps.map(({ length }) => length)).toEqual([42.5, 42.5])
    const beyond = snapMove(at(63, 1), { boxes: [at(0, 40, 20, 3), at(0, -7), at(30, -7)] }, options)
    expect(beyond.offset.x).toBe(-3)
    expect(beyond.gaps.map(({ length }) => length)).toEqual([10, 10])
  })

  test('makes gaps equal in front of a background', () => {
    const around = { boxes: [at(0, -50, 600, 400), at(20, 0), at(144, 5)] }
    const moved = snapMove(at(84, 1), around, options)
    expect([moved.offset.x, ...moved.gaps.map(({ length }) => length)]).toEqual([-2, 42, 42])
    const resized = snapResize(at(70, 1, 42, 20), { x: 1, y: 0 }, { targets: around, ...options })
    expect([resized.offset.x, ...resized.gaps.map(({ length }) => length)]).toEqual([2, 30, 30])
  })

  test('leaves what is too far away', () => {
    expect(snapMove(at(0, 0), { boxes: [at(100, 100, 7, 7)] }, options)).toEqual({
      ...{ offset: { x: 0, y: 0 }, lines: [], distances: [], gaps: [] },
    })
  })
})

describe('snapResize()', () => {
  test('moves the pulled edges only, by no more than the tolerance', () => {
    fc.assert(
      fc.property(box, targets, fc.constantFrom(-1, 0, 1), (moved, given, pull) => {
        const { offset } = snapResize(moved, { x: pull, y: 0 }, { targets: given, ...options })
        expect(offset.y).toBe(0)
        expect(Math.abs(offset.x)).toBeLessThanOrEqual(pull === 0 ? 0 : 6)
      }),
    )
  })

  test('keeps the ratio: the nearer edge snaps, and the other side follows', () => {
    const targets = { boxes: [at(203, 300, 7, 7)], guides: { y: [95] } }
    const kept = { targets, ...options, keepRatio: true }
    const { offset, size, lines } = snapResize(at(0, 0, 200, 100), { x: 1, y: 1 }, kept)
    expect([offset, size]).toEqual([
      { x: 3, y: 0 },
      { width: 203, height: 101 },
    ])
    expect(lines).toMatchObject([{ axis: 'x', at: 203 }])
    expect(snapResize(at(0, 0, 200, 94), { x: 1, y: 1 }, kept)).toMatchObject({
      ...{ offset: { x: 0, y: 1 }, lines: [{ axis: 'y', at: 95 }] },
    })
    expect(snapResize(at(0, 0, 100, 50), { x: 1, y: 1 }, kept).size).toEqual({ width: 100, height: 50 })
  })

  test('from the centre snaps either edge, and to the width of a neighbour', () => {
    const centred = { ...options, fromCenter: true }
    const both = snapResize(
      at(52, 0, 100, 10),
      { x: 1, y: 0 },
      { targets: { boxes: [], guides: { x: [50] } }, ...centred },
    )
    expect([both.offset.x, both.size.width]).toEqual([2, 104])
    expect(both.lines).toMatchObject([{ axis: 'x', at: 50 }])
    const equal = snapResize(
      at(0, 0, 80, 10),
      { x: -1, y: 0 },
      { targets: { boxes: [at(300, 300, 84, 7)] }, ...centred },
    )
    expect([equal.offset.x, equal.size.width]).toEqual([-2, 84])
  })

  test('takes on an edge, or the width of a neighbour', () => {
    const targets = { boxes: [at(200, 200, 83, 10)] }
    expect(snapResize(at(0, 0, 80, 10), { x: 1, y: 0 }, { targets, ...options })).toMatchObject({
      ...{
        offset: { x: 3, y: 0 },
        sizes: [{ from: { x: 0, y: 5 }, to: { x: 83, y: 5 } }, { from: { x: 200, y: 205 } }],
      },
    })
    expect(snapResize(at(196, 0, 80, 10), { x: -1, y: 0 }, { targets, ...options }).offset.x).toBe(-3)
    expect(snapResize(at(100, 0, 98, 10), { x: 1, y: 0 }, { targets, ...options })).toMatchObject({
      ...{ offset: { x: 2, y: 0 }, lines: [{ axis: 'x', at: 200, from: 0, to: 210 }], sizes: [] },
    })
  })

  test('says how far away what it snaps to is', () => {
    const given = { targets: { boxes: [at(100, 50)] }, ...options }
    expect(snapResize(at(0, 0, 98, 20), { x: 1, y: 0 }, given)).toMatchObject({
      lines: [{ axis: 'x', at: 100, from: 0, to: 70 }],
      distances: [{ from: { x: 100, y: 20 }, to: { x: 100, y: 50 }, length: 30 }],
    })
  })

  test.each<[string, Box, number, readonly Box[], number, readonly [number, number][]]>([
    // The gap behind the box is 10.
    [
      'before it',
      at(30, 0, 58, 20),
      1,
      [at(0, 0), at(100, 0)],
      2,
      [
        [90, 100],
        [20, 30],
      ],
    ],
    [
      'before it, pulled back',
      at(32, 0, 58, 20),
      -1,
      [at(0, 0), at(100, 0)],
      -2,
      [
        [20, 30],
        [90, 100],
      ],
    ],
    // The gap between the next two is 10.
    [
      'beyond it',
      at(0, 0, 48, 20),
      1,
      [at(60, 0), at(90, 0)],
      2,
      [
        [50, 60],
        [80, 90],
      ],
    ],
    [
      'beyond it, pulled back',
      at(72, 0, 40, 20),
      -1,
      [at(10, 0), at(40, 0)],
      -2,
      [
        [60, 70],
        [30, 40],
      ],
    ],
  ])('has the same gap as the one %s', (_, box, pull, boxes, offset, gaps) => {
    const snap = snapResize(box, { x: pull, y: 0 }, { targets: { boxes }, ...options })
    expect(snap.offset.x).toBeCloseTo(offset)
    expect(snap.gaps.map(({ from, to }) => [from.x, to.x])).toEqual(gaps)
  })

  test('puts the baselines of a text that goes along with the edge on those of others', () => {
    const given = { targets: { boxes: [], baselines: [100] }, ...options }
    const centred = { baselines: [98, 130], rate: 0.5 }
    expect(snapResize(at(0, 80, 20, 40), { x: 0, y: 1 }, { ...given, text: centred })).toMatchObject({
      ...{ offset: { y: 4 }, lines: [{ axis: 'y', at: 100 }] },
    })
    expect(
      snapResize(at(0, 80, 20, 40), { x: 0, y: -1 }, { ...given, text: { baselines: [98], rate: 1 } }).offset.y,
    ).toBe(2)
    const still = { baselines: [100], rate: 0 }
    expect(snapResize(at(0, 80, 20, 40), { x: 0, y: 1 }, { ...given, text: still }).lines).toEqual([])
    expect(snapResize(at(0, 80, 20, 40), { x: 1, y: 0 }, { ...given, text: centred }).offset).toEqual({ x: 0, y: 0 })
  })
})
