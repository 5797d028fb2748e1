import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentUser } from '#http/present/user.ts'

export const usersGet = bind(contract.users.get)(async ({ world, params }) => ({
  status: 200,
  body: presentUser(found(await world.data.users.get(params.id), 'user', params.id)),
}))
