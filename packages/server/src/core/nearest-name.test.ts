import { expect, test } from 'vitest'
import { nearestName, nearestNames } from './nearest-name.ts'

const names = ['PICTABLE_PORT', 'PICTABLE_HOST', 'PICTABLE_ADMIN_PORT']

test.each([
  ['PICTABLE_PROT', 'PICTABLE_PORT'],
  ['PICTABLE_HOSTS', 'PICTABLE_HOST'],
  ['PICTABLE_ADMINPORT', 'PICTABLE_ADMIN_PORT'],
  ['PICTABLE_SOMETHING', undefined],
])('nearestName() takes %s for %s', (typed, meant) => {
  expect(nearestName(typed, names)).toBe(meant)
})

const families = ['Playfair Display', 'Playfair', 'Play', 'Lobster', 'Lobster Two', 'Open Sans']

test.each([
  ['playfair', ['Playfair', 'Playfair Display']],
  ['LOBSTR', ['Lobster']],
  ['sans', ['Open Sans']],
  ['', []],
  ['<script>', []],
])('nearestNames() finds families for "%s"', (typed, expected) => {
  expect(nearestNames(typed, families)).toEqual(expected)
})
