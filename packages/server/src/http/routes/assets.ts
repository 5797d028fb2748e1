import { contract } from '@pictable/client'
import { addAsset, assetKey, reuseAsset } from '#core/image/add-asset.ts'
import { deleteAsset, usesOfAsset } from '#core/image/delete-asset.ts'
import { found } from '#core/revision.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentAsset } from '#http/present/asset.ts'

export const assets = handlers(contract.assets)({
  list: async ({ world, query }) => {
    const { results, next } = await world.data.assets.list(query)
    return { status: 200, body: { results: results.map(presentAsset), next } }
  },
  upload: async ({ world, query: { filename, reuse }, body }) => {
    const picture = { filename, bytes: body }
    const { asset, isNew } =
      reuse === 'true' ? await reuseAsset(world, picture) : { asset: await addAsset(world, picture), isNew: true }
    const headers = { location: `/v1/assets/${asset.id}` }
    return { status: isNew ? (201 as const) : (200 as const), body: presentAsset(asset), headers }
  },
  get: async ({ world, params }) => ({
    status: 200,
    body: presentAsset(found(await world.data.assets.get(params.id), 'asset', params.id)),
  }),
  content: async ({ world, params }) => {
    const asset = found(await world.data.assets.get(params.id), 'asset', params.id)
    const bytes = found(await world.storage.get(assetKey(asset)), 'content of the asset', params.id)
    return { status: 200, body: bytes, contentType: asset.contentType, headers: { etag: `"${asset.hash}"` } }
  },
  uses: async ({ world, params, signal }) => ({
    status: 200,
    body: { results: await usesOfAsset(world, params.id, signal) },
  }),
  delete: async ({ world, params, query }) => {
    await deleteAsset(world, params.id, query.force === 'true')
    return { status: 204, body: null }
  },
})
