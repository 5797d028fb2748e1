import { expect, test } from 'vitest'
import { stackPlaces } from './stack-places.ts'

test('places of a row go along it from left to right, those of a column from top to bottom', () => {
  const [, second] = stackPlaces('row', false)
  expect(second).toEqual({ justify: 'center', align: 'start', across: 'center', down: 'start' })
  const [, other] = stackPlaces('column', false)
  expect(other).toEqual({ justify: 'start', align: 'center', across: 'center', down: 'start' })
})

test('layers that are spread along a row are placed across it only', () => {
  expect(stackPlaces('row', true).map(({ align, across, down }) => [align, across, down])).toEqual([
    ['start', undefined, 'start'],
    ['center', undefined, 'center'],
    ['end', undefined, 'end'],
  ])
})
