import { expect, test } from 'vitest'
import { checkDescription } from './check-description.ts'
import { shippedDescriptions } from './shipped.ts'

const [own] = structuredClone(shippedDescriptions)

const faultsOf = (changed: object) => {
  const found = checkDescription({ ...own, ...changed })
  return 'faults' in found ? found.faults.map(({ pointer, message }) => `${pointer}: ${message}`) : []
}

test('a misspelled name comes before what is missing for it', () => {
  const { records, kinds, ...others } = own ?? {}
  const found = checkDescription({ ...others, kinds, titel: 'Ours', recrods: records, kind: 7 })
  const faults = 'faults' in found ? found.faults.map(({ pointer, message }) => `${pointer}: ${message}`) : []
  expect(faults).toEqual([
    '/titel: is not a known key',
    '/recrods: is not a known key',
    '/kind: must be a text',
    '/records: is missing',
  ])
})

test.each([
  [{ title: '' }, '/title: must have at least 1 characters'],
  [{ kinds: {} }, '/kinds: must be a list'],
  [{ limits: 'none' }, '/limits: must be an object'],
])('%j is told in words', (changed, fault) => {
  expect(faultsOf(changed)).toEqual([fault])
})
