import { contract } from '@pictable/client'
import { createKey } from '#core/access/create-key.ts'
import { found } from '#core/revision.ts'
import { gone } from '#http/answers/gone.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentApiKey } from '#http/present/api-key.ts'

export const apiKeys = handlers(contract.apiKeys)({
  list: async ({ world, query }) => {
    const { results, next } = await world.data.apiKeys.list(query)
    return { status: 200, body: { results: results.map(presentApiKey), next } }
  },
  create: async ({ world, body }) => {
    const { name, scopes, action_ids: actionIds } = body
    const { key, secret } = await createKey(
      world,
      actionIds === undefined ? { name, scopes } : { name, scopes, actionIds },
    )
    return { status: 201, body: { ...presentApiKey(key), secret }, headers: { location: `/v1/api-keys/${key.id}` } }
  },
  get: async ({ world, params }) => ({
    status: 200,
    body: presentApiKey(found(await world.data.apiKeys.get(params.id), 'API key', params.id)),
  }),
  revoke: async ({ world, params, server }) => {
    const wasThere = await world.data.apiKeys.revoke(params.id, world.clock.now())
    server.forget(params.id)
    return gone(wasThere, 'API key', params.id)
  },
})
