import { describe, expect, test } from 'vitest'
import { readPath } from './path.ts'

describe('readPath()', () => {
  test('makes relative and short commands absolute', () => {
    expect(readPath('m10,10 5-5h10V20z l1 1')).toEqual([
      { type: 'move', x: 10, y: 10 },
      { type: 'line', x: 15, y: 5 },
      { type: 'line', x: 25, y: 5 },
      { type: 'line', x: 25, y: 20 },
      { type: 'close' },
      { type: 'line', x: 11, y: 11 },
    ])
  })

  test('mirrors the control points of smooth curves of the same kind', () => {
    const steps = readPath('M0 0 C1 2 3 4 5 6 S9 9 10 10 M0 0 Q3 3 6 0 T12 0 S1 1 2 2')
    expect(steps?.[2]).toEqual({ type: 'curve', x1: 7, y1: 8, x2: 9, y2: 9, x: 10, y: 10 })
    expect(steps?.[5]).toEqual({ type: 'curve', x1: 8, y1: -2, x2: 10, y2: -2, x: 12, y: 0 })
    expect(steps?.[6]).toMatchObject({ x1: 12, y1: 0 })
  })
})
