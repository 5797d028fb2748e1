import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentApiKey } from '#http/present/api-key.ts'

export const apiKeysList = bind(contract.apiKeys.list)(async ({ world, query }) => {
  const { results, next } = await world.data.apiKeys.list(query)
  return { status: 200, body: { results: results.map(presentApiKey), next } }
})
