import { contract } from '@pictable/client'
import { createLink } from '#core/access/login-link.ts'
import { deleteUser, inviteUser, updateUser } from '#core/access/save-user.ts'
import { found } from '#core/revision.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentUser, presentUserWithLink } from '#http/present/user.ts'

export const users = handlers(contract.users)({
  list: async ({ world, query }) => {
    const { results, next } = await world.data.users.list(query)
    return { status: 200, body: { results: results.map(presentUser), next } }
  },
  create: async ({ world, body }) => {
    const { user, link } = await inviteUser(world, body)
    return { status: 201, body: presentUserWithLink(user, link), headers: { location: `/v1/users/${user.id}` } }
  },
  get: async ({ world, params }) => ({
    status: 200,
    body: presentUser(found(await world.data.users.get(params.id), 'user', params.id)),
  }),
  update: async ({ world, params, body, revision, server }) => {
    const user = await updateUser(world, params.id, { ...body, revision })
    server.forget(user.id)
    return { status: 200, body: presentUser(user) }
  },
  delete: async ({ world, params, server }) => {
    await deleteUser(world, params.id)
    server.forget(params.id)
    return { status: 204, body: null }
  },
  link: async ({ world, params }) => {
    const user = found(await world.data.users.get(params.id), 'user', params.id)
    return { status: 201, body: presentUserWithLink(user, await createLink(world, user)) }
  },
})
