import { expect, test } from 'vitest'
import { otherAxes, placeOnAxis, weightsOf, withAxis } from './face-choices.ts'

const width = { tag: 'wdth', min: 75, default: 100, max: 125 }
const variable = { weights: [400], axes: [{ tag: 'wght', min: 300, default: 400, max: 650 }, width] }

test('weightsOf() gives the weights of files, and of a variable family those with a name', () => {
  expect(weightsOf({ weights: [400, 700], axes: [] })).toEqual([400, 700])
  expect(weightsOf(variable)).toEqual([300, 400, 500, 600])
  expect(otherAxes(variable)).toEqual([width])
})

test('withAxis() writes a place on an axis, and no usual one', () => {
  expect([placeOnAxis(undefined, width), placeOnAxis({ wdth: 80 }, width)]).toEqual([100, 80])
  expect(withAxis({ slnt: -5 }, width, 80)).toEqual({ slnt: -5, wdth: 80 })
  expect(withAxis({ slnt: -5, wdth: 80 }, width, 100)).toEqual({ slnt: -5 })
  expect(withAxis({ wdth: 80 }, width, 100)).toBeUndefined()
})
