import { contract } from '@pictable/client'
import { takeTry } from '#core/access/log-in.ts'
import { completeSetup } from '#core/access/login-link.ts'
import { bind } from '#http/endpoint-call.ts'
import { answerLoggedIn } from '#http/logged-in.ts'

export const setupComplete = bind(contract.setup.complete)(async ({ world, body, client }) => {
  await takeTry(world, { address: client.address })
  return { status: 201, ...answerLoggedIn(await completeSetup(world, body, client), client) }
})
