import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const names = ['PICTABLE_PORT', 'PICTABLE_HOST', 'PICTABLE_ADMIN_PORT']

test.each([
  ['PICTABLE_PROT', 'PICTABLE_PORT'],
  ['PICTABLE_HOSTS', 'PICTABLE_HOST'],
  ['PICTABLE_ADMINPORT', 'PICTABLE_ADMIN_PORT'],
  ['PICTABLE_SOMETHING', undefined],
])('nearestName() takes %s for %s', (typed, meant) => {
  expect(nearestName(typed, names)).toBe(meant)
})
