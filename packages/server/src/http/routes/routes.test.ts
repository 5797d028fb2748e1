import { Readable } from 'node:stream'
import { endpoints } from '@pictable/client'
import { expect, test } from 'vitest'
import { createRoutes } from './index.ts'

test('createRoutes() has a handler for every endpoint of the contract', () => {
  const feed = { open: () => new Readable() }
  const routes = createRoutes({ isReady: () => true, forgetKey: () => {}, feed })
  expect(routes.map(({ entry }) => entry.name).sort()).toEqual(endpoints.map((entry) => entry.name).sort())
})
