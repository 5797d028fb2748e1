import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentAsset } from '#http/present/asset.ts'

export const assetsGet = bind(contract.assets.get)(async ({ world, params }) => ({
  status: 200,
  body: presentAsset(found(await world.data.assets.get(params.id), 'asset', params.id)),
}))
