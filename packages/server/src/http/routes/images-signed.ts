import { contract } from '@pictable/client'
import { contentTypeOf } from '#core/image/image-url.ts'
import { createRenderSigned } from '#core/image/signed/render-signed.ts'
import { requestOf, type SignedRequest } from '#core/image/signed/request-of.ts'
import { verifyTarget } from '#core/image/signed/verify-target.ts'
import { bind } from '#http/endpoint-call.ts'

/** Seconds for which caches may answer without asking: what a publish may change, for a short time only. */
const freshFor = { pinned: 86_400, published: 300 }

function maxAgeOf({ isPinned, expiresAt }: SignedRequest, now: Date): number {
  const most = isPinned ? freshFor.pinned : freshFor.published
  const left = expiresAt === null ? most : Math.floor((expiresAt.getTime() - now.getTime()) / 1000)
  return Math.max(0, Math.min(most, left))
}

export const imagesSigned = () => {
  const renderSigned = createRenderSigned()
  return bind(contract.images.signed)(async ({ world, target }) => {
    const verified = await verifyTarget(world, target)
    const request = await requestOf(world, verified)
    const { file, bytes } = await renderSigned(world, verified.key, request)
    const headers = {
      etag: `"${file.hash}"`,
      'cache-control': `public, max-age=${maxAgeOf(request, world.clock.now())}`,
      'cross-origin-resource-policy': 'cross-origin',
    }
    return { status: 200, body: bytes, contentType: contentTypeOf(file.format), headers }
  })
}
