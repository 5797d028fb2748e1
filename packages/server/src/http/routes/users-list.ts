import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentUser } from '#http/present/user.ts'

export const usersList = bind(contract.users.list)(async ({ world, query }) => {
  const { results, next } = await world.data.users.list(query)
  return { status: 200, body: { results: results.map(presentUser), next } }
})
