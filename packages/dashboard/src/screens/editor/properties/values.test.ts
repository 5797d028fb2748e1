import { describe, expect, test } from 'vitest'
import { fourOf } from '#dashboard/screens/editor/inspector/edit.ts'
import { effective, isChanged, isMixed, partAt, sharedValue } from './values.ts'

describe('the values of several layers', () => {
  const strokes = sharedValue([
    { color: '#000', width: 2 },
    { color: '#000', width: 6, dash: [1] },
  ])

  test('are one where all are equal, and else mixed, with the parts that are equal', () => {
    expect(sharedValue([{ a: [1] }, { a: [1] }])).toEqual({ a: [1] })
    expect(isMixed(strokes)).toBe(true)
    expect(partAt(strokes, 'color')).toBe('#000')
    expect(['width', 'dash'].map((key) => isMixed(partAt(strokes, key)))).toEqual([true, true])
    expect(isChanged({}, strokes)).toBe(false)
  })

  test('have only parts of their own', () => {
    expect([partAt({ a: 1 }, 'constructor'), partAt(['x'], 'at'), partAt(['x'], 0)]).toEqual([
      undefined,
      undefined,
      'x',
    ])
  })

  test('count as the format’s own where nothing is written', () => {
    expect(effective({ default: 1 }, sharedValue([1, undefined]))).toBe(1)
    expect(isMixed(effective({ default: 1 }, sharedValue([2, undefined])))).toBe(true)
  })

  test('are compared by corner', () => {
    const [first, ...others] = fourOf(sharedValue([[1, 2, 3, 4], 1]))
    expect([first, ...others.map(isMixed)]).toEqual([1, true, true, true])
  })
})
