import { Readable } from 'node:stream'
import { endpoints } from '@pictable/client'
import { expect, test } from 'vitest'
import { testInstallation } from '#http/installation.test-kit.ts'
import { createRoutes } from './index.ts'

test('createRoutes() has a handler for every endpoint of the contract', () => {
  const feed = { open: () => new Readable() }
  const routes = createRoutes({
    isClosing: () => false,
    forget: () => {},
    feed,
    requestLog: { list: () => [] },
    receiveHook: async () => null,
    installation: { ...testInstallation, callsPerMinute: 600 },
  })
  expect(routes.map(({ entry }) => entry.name).sort()).toEqual(endpoints.map((entry) => entry.name).sort())
})
