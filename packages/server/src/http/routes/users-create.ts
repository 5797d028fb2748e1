import { contract } from '@pictable/client'
import { inviteUser } from '#core/access/save-user.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentUserWithLink } from '#http/present/user.ts'

export const usersCreate = bind(contract.users.create)(async ({ world, body }) => {
  const { user, link } = await inviteUser(world, body)
  return { status: 201, body: presentUserWithLink(user, link), headers: { location: `/v1/users/${user.id}` } }
})
