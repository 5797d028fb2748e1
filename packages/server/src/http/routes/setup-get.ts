import { contract } from '@pictable/client'
import { needsSetup } from '#core/access/login-link.ts'
import { bind } from '#http/endpoint-call.ts'

export const setupGet = bind(contract.setup.get)(async ({ world }) => ({
  status: 200,
  body: { needed: await needsSetup(world) },
}))
