import { contract } from '@pictable/client'
import { contentTypeOf } from '#core/image/image-url.ts'
import { createRenderSigned } from '#core/image/signed/render-signed.ts'
import { requestOf, type SignedRequest } from '#core/image/signed/request-of.ts'
import type { SignedFile } from '#core/image/signed/signed-file.ts'
import { verifyTarget } from '#core/image/signed/verify-target.ts'
import { bind } from '#http/endpoint-call.ts'
import { fileHeaders } from '#http/file-headers.ts'

/** Seconds for which caches may answer without asking: what a publish may change, for a short time only. */
const freshFor = { pinned: 86_400, published: 300 }

/** Never beyond the end of the address, nor of the file. */
function maxAgeOf({ isPinned, expiresAt }: SignedRequest, { goodUntil }: SignedFile, now: Date): number {
  const endMs = Math.min(goodUntil.getTime(), expiresAt?.getTime() ?? Number.POSITIVE_INFINITY)
  const left = Math.floor((endMs - now.getTime()) / 1000)
  return Math.max(0, Math.min(isPinned ? freshFor.pinned : freshFor.published, left))
}

export const imagesSigned = () => {
  const renderSigned = createRenderSigned()
  return bind(contract.images.signed)(async ({ world, target }) => {
    const verified = await verifyTarget(world, target)
    const request = await requestOf(world, verified)
    const { file, bytes } = await renderSigned(world, verified.key, request)
    const headers = {
      ...fileHeaders(file),
      'cache-control': `public, max-age=${maxAgeOf(request, file, world.clock.now())}`,
    }
    return { status: 200, body: bytes, contentType: contentTypeOf(file.format), headers }
  })
}
