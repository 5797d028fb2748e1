import { contract } from '@pictable/client'
import { logIn } from '#core/access/log-in.ts'
import { bind } from '#http/endpoint-call.ts'
import { answerLoggedIn } from '#http/logged-in.ts'

export const sessionCreate = bind(contract.session.create)(async ({ world, body, client }) => ({
  status: 201,
  ...answerLoggedIn(await logIn(world, body, client), client),
}))
