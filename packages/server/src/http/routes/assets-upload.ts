import { contract } from '@pictable/client'
import { addAsset } from '#core/image/add-asset.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentAsset } from '#http/present/asset.ts'

export const assetsUpload = bind(contract.assets.upload)(async ({ world, query, body }) => {
  const asset = await addAsset(world, { filename: query.filename, bytes: body })
  return { status: 201, body: presentAsset(asset), headers: { location: `/v1/assets/${asset.id}` } }
})
