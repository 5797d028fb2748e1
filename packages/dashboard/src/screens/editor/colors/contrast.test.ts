import { expect, test } from 'vitest'
import { contrastWith } from './contrast.ts'

const white = [255, 255, 255, 255]
const black = [0, 0, 0, 255]
const none = [0, 0, 0, 0]

test('contrastWith() is that of WCAG 2, where the ground suits a colour least', () => {
  expect(contrastWith([0, 0, 0, 1], white)).toBeCloseTo(21)
  expect(contrastWith([119, 119, 119, 1], white)).toBeCloseTo(4.48, 2)
  // Half transparent black on white is grey.
  expect(contrastWith([0, 0, 0, 0.5], white)).toBeLessThan(5)
  const half = [...Array.from({ length: 50 }, () => white), ...Array.from({ length: 50 }, () => black)].flat()
  expect(contrastWith([255, 255, 255, 1], half)).toBeCloseTo(1)
  // A few pixels, such as a thin line, do not count.
  const line = [...Array.from({ length: 96 }, () => black), ...Array.from({ length: 4 }, () => white)].flat()
  expect(contrastWith([255, 255, 255, 1], line)).toBeCloseTo(21)
  expect(contrastWith([0, 0, 0, 1], none)).toBeUndefined()
})
