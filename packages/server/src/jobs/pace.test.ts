import { describe, expect, test } from 'vitest'
import { createPace } from './pace.ts'

describe('createPace()', () => {
  test('takes more at once while jobs are quick, up to the most', () => {
    const pace = createPace(10)
    const taken: number[] = []
    for (let round = 0; round < 4; round++) {
      taken.push(pace.next())
      pace.took(pace.next(), 2 * pace.next())
    }
    expect(taken).toEqual([1, 4, 10, 10])
  })

  test('takes one at a time when jobs are slow', () => {
    const pace = createPace(10)
    pace.took(1, 10)
    pace.took(4, 8000)
    expect(pace.next()).toBe(1)
  })

  test('takes as many as half a second is enough for', () => {
    const pace = createPace(10)
    pace.took(4, 400)
    expect(pace.next()).toBe(5)
  })

  test('starts from one after a failure', () => {
    const pace = createPace(10)
    pace.took(1, 10)
    pace.reset()
    expect(pace.next()).toBe(1)
  })
})
