import { expect, test } from 'vitest'
import { createKey } from '#core/access/create-key.ts'
import { fixedClock } from '#core/fakes/clock.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import { createAuth } from './auth.ts'

const opened = useTestData()

test('createAuth() does not remember a key that was revoked while it was looked up', async () => {
  const world = createTestWorld({ data: opened.data, clock: fixedClock() })
  const { key, secret } = await createKey(world, { name: 'Revoked', scopes: ['read'] })
  const { apiKeys } = world.data
  const [found, revoked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const findByLookup: typeof apiKeys.findByLookup = async (lookup) => {
    const before = await apiKeys.findByLookup(lookup)
    found.resolve()
    await revoked.promise
    return before
  }
  const auth = createAuth({ ...world, data: { ...world.data, apiKeys: { ...apiKeys, findByLookup } } }, undefined)
  const credentials = { authorization: `Bearer ${secret}`, sessionToken: undefined }
  const underWay = auth.callerOf(credentials)
  await found.promise
  await apiKeys.revoke(key.id, world.clock.now())
  auth.forget(key.id)
  revoked.resolve()
  expect((await underWay).id).toBe(key.id)
  await expect(auth.callerOf(credentials)).rejects.toMatchObject({ code: 'unauthorized' })
})
