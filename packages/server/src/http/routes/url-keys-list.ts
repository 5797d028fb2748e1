import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentUrlKey } from '#http/present/url-key.ts'

export const urlKeysList = bind(contract.urlKeys.list)(async ({ world, query }) => {
  const { results, next } = await world.data.urlKeys.list(query)
  return { status: 200, body: { results: results.map(presentUrlKey), next } }
})
