import type { CallAnswer, Contract } from '@pictable/client'
import type { Asset } from '#core/image/image.ts'

type AssetJson = CallAnswer<Contract['assets']['get']>

export function presentAsset(asset: Asset): AssetJson {
  return {
    id: asset.id,
    filename: asset.filename,
    content_type: asset.contentType,
    bytes: asset.sizeBytes,
    src: `asset:${asset.id}`,
    created_at: asset.createdAt.toISOString(),
  }
}
