import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'

export const serverReadyz = (checkReady: () => Promise<void>) =>
  bind(contract.server.readyz)(async ({ world }) => {
    await checkReady()
    await Promise.all([world.data.check(), world.storage.check()])
    return { status: 200, body: { ready: true } }
  })
