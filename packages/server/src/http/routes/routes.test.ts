import { endpoints } from '@pictable/client'
import { expect, test } from 'vitest'
import { routes } from './index.ts'

test('routes has a handler for every endpoint of the contract', () => {
  expect(routes.map(({ entry }) => entry.name).sort()).toEqual(endpoints.map((entry) => entry.name).sort())
})
