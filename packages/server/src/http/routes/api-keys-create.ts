import { contract } from '@pictable/client'
import { createKey } from '#core/access/create-key.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentApiKey } from '#http/present/api-key.ts'

export const apiKeysCreate = bind(contract.apiKeys.create)(async ({ world, body }) => {
  const { name, scopes, action_ids: actionIds } = body
  const { key, secret } = await createKey(
    world,
    actionIds === undefined ? { name, scopes } : { name, scopes, actionIds },
  )
  return { status: 201, body: { ...presentApiKey(key), secret }, headers: { location: `/v1/api-keys/${key.id}` } }
})
