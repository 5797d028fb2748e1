import { contract } from '@pictable/client'
import { assetKey } from '#core/image/add-asset.ts'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'

export const assetsContent = bind(contract.assets.content)(async ({ world, params }) => {
  const asset = found(await world.data.assets.get(params.id), 'asset', params.id)
  const bytes = found(await world.storage.get(assetKey(asset)), 'content of the asset', params.id)
  return { status: 200, body: bytes, contentType: asset.contentType, headers: { etag: `"${asset.hash}"` } }
})
