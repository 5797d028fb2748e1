import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentApiKey } from '#http/present/api-key.ts'

export const apiKeysGet = bind(contract.apiKeys.get)(async ({ world, params }) => ({
  status: 200,
  body: presentApiKey(found(await world.data.apiKeys.get(params.id), 'API key', params.id)),
}))
