import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentUrlKey } from '#http/present/url-key.ts'

export const urlKeysGet = bind(contract.urlKeys.get)(async ({ world, params }) => ({
  status: 200,
  body: presentUrlKey(found(await world.data.urlKeys.get(params.id), 'URL key', params.id)),
}))
