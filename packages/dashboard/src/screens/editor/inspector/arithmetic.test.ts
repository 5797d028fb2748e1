import { describe, expect, test } from 'vitest'
import { readTyped, within } from './arithmetic.ts'

const value = (text: string, present = 0, context = {}) => {
  const typed = readTyped(text, context)
  return typed && within(typed(present), {})
}

describe('readTyped()', () => {
  test.each([
    ['100/3', 33.3333],
    ['2*(3+4)-1', 13],
    ['-5', -5],
    ['--5', 5],
    ['1,5', 1.5],
    ['0,125', 0.125],
    ['1,080', 1080],
    ['1,080.5 * 2', 2161],
    ['12,345,678', 12_345_678],
    ['1,0805', 1.0805],
    ['.5 + .5', 1],
    ['1in', 96],
    ['1"', 96],
    ['20mm', 75.5906],
    ['2cm', 75.5906],
    ['72pt', 96],
    ['10 px', 10],
    ['45°', 45],
    ['3 × 4 ÷ 2 − 1', 5],
    ['1in + 4px', 100],
  ])('reads %s as %d', (text, expected) => {
    expect(value(text, 7)).toBe(expected)
  })

  test.each(['', ' ', 'abc', '12a', '1 2', '(1', '1)', '1/0', '1..2', '*', '+', '5 5', '1e3', '%', 'px'])(
    'refuses "%s"',
    (text) => {
      expect(readTyped(text)).toBeUndefined()
    },
  )

  test('reads % as a share of the parent, else of the present value, else as it is', () => {
    expect(value('50%', 10, { whole: 1200 })).toBe(600)
    expect(value('100% - 20', 10, { whole: 1200 })).toBe(1180)
    expect(value('50%', 10)).toBe(5)
    expect(value('50%', 10, { isPercent: true })).toBe(50)
  })

  test('changes what is there after a sign; a minus does so only where values are mixed', () => {
    expect(value('+10', 5)).toBe(15)
    expect(value('*2', 5)).toBe(10)
    expect(value('/2', 5)).toBe(2.5)
    expect(value('-10', 5)).toBe(-10)
    expect(value('-10', 5, { isMixed: true })).toBe(-5)
    expect(value('+1in', 4)).toBe(100)
  })

  test('agrees with the arithmetic of the language for whole numbers', () => {
    for (let a = 1; a < 9; a++) {
      for (let b = 1; b < 9; b++) {
        expect(value(`${a}+${b}*${a}`)).toBe(a + b * a)
        expect(value(`(${a}+${b})*${a}-${b}`)).toBe((a + b) * a - b)
        expect(value(`${a}-${b}-${a}`)).toBe(a - b - a)
        expect(value(`${a}/${b}`)).toBe(within(a / b, {}))
      }
    }
  })
})

describe('within()', () => {
  test('clamps and rounds', () => {
    expect(within(12, { maximum: 10 })).toBe(10)
    expect(within(-1, { minimum: 0 })).toBe(0)
    expect(within(2.6, { isWhole: true })).toBe(3)
    expect(within(0.1 + 0.2, {})).toBe(0.3)
  })
})
