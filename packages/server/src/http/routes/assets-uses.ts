import { contract } from '@pictable/client'
import { usesOfAsset } from '#core/image/delete-asset.ts'
import { bind } from '#http/endpoint-call.ts'

export const assetsUses = bind(contract.assets.uses)(async ({ world, params }) => ({
  status: 200,
  body: { results: await usesOfAsset(world, params.id) },
}))
