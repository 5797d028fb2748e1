import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentAsset } from '#http/present/asset.ts'

export const assetsList = bind(contract.assets.list)(async ({ world, query }) => {
  const { results, next } = await world.data.assets.list(query)
  return { status: 200, body: { results: results.map(presentAsset), next } }
})
