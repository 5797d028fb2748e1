import { contract } from '@pictable/client'
import { deleteAsset } from '#core/image/delete-asset.ts'
import { bind } from '#http/endpoint-call.ts'

export const assetsDelete = bind(contract.assets.delete)(async ({ world, params, query }) => {
  await deleteAsset(world, params.id, query.force === 'true')
  return { status: 204, body: null }
})
