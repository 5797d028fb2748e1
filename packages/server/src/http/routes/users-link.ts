import { contract } from '@pictable/client'
import { createLink } from '#core/access/login-link.ts'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentUserWithLink } from '#http/present/user.ts'

export const usersLink = bind(contract.users.link)(async ({ world, params }) => {
  const user = found(await world.data.users.get(params.id), 'user', params.id)
  return { status: 201, body: presentUserWithLink(user, await createLink(world, user)) }
})
