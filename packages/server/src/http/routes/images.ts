import { Readable } from 'node:stream'
import { contract } from '@pictable/client'
import { createBatch } from '#core/batch/create-batch.ts'
import { AppError } from '#core/errors.ts'
import { archiveImages, refuseTooMany } from '#core/image/archive-images.ts'
import { refuseUnpublished } from '#core/image/image.ts'
import { contentTypeOf, fileNameOf, filesOfImage, imageKey } from '#core/image/image-url.ts'
import { joinImages } from '#core/image/join-images.ts'
import { prepareImage } from '#core/image/prepare-image.ts'
import { renderImage } from '#core/image/render-image.ts'
import { requestOf, type SignedRequest } from '#core/image/signed/request-of.ts'
import type { SignedFile } from '#core/image/signed/signed-file.ts'
import { verifyTarget } from '#core/image/signed/verify-target.ts'
import { found } from '#core/revision.ts'
import { batchAccepted } from '#http/answers/batch-accepted.ts'
import { disposition } from '#http/answers/disposition.ts'
import { fileHeaders } from '#http/answers/file-headers.ts'
import { gone } from '#http/answers/gone.ts'
import { answerFile } from '#http/answers/image-file.ts'
import { zipOf } from '#http/answers/zip-of.ts'
import { requireAction } from '#http/caller/caller.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { imageFilterOf } from '#http/input/image-filter.ts'
import { imageRequestOf } from '#http/input/image-request.ts'
import { presentImage } from '#http/present/image.ts'

/** Seconds for which caches may answer without asking: what a publish may change, for a short time only. */
const freshFor = { pinned: 86_400, published: 300 }

/** Never beyond the end of the address, nor of the file. */
function maxAgeOf({ isPinned, expiresAt }: SignedRequest, { goodUntil }: SignedFile, now: Date): number {
  const endMs = Math.min(goodUntil.getTime(), expiresAt?.getTime() ?? Number.POSITIVE_INFINITY)
  const left = Math.floor((endMs - now.getTime()) / 1000)
  return Math.max(0, Math.min(isPinned ? freshFor.pinned : freshFor.published, left))
}

/** Of the preferences in the header (RFC 7240). */
const prefersAsync = (header = '') => header.split(',').some((each) => /^\s*respond-async\s*(;|$)/i.test(each))

export const images = handlers(contract.images)({
  list: async ({ world, caller, query }) => {
    const { limit, after } = query
    const filter = imageFilterOf(caller, query)
    const { results, next } = await world.data.images.list({ ...filter, limit, ...(after !== undefined && { after }) })
    return { status: 200, body: { results: results.map((image) => presentImage(image, world.publicUrl)), next } }
  },
  count: async ({ world, caller, query }) => ({
    status: 200,
    body: await world.data.images.count(imageFilterOf(caller, query)),
  }),
  archive: async ({ world, caller, query }) => {
    const { format } = query
    const filter = imageFilterOf(caller, query)
    await refuseTooMany(world, filter)
    const day = world.clock.now().toISOString().slice(0, 10)
    return {
      status: 200,
      body: format === 'pdf' ? Readable.from(await joinImages(world, filter)) : zipOf(archiveImages(world, filter)),
      contentType: `application/${format}`,
      headers: { 'content-disposition': disposition(`pictable-images-${day}.${format}`) },
    }
  },
  create: async ({ world, body, headers }) => {
    const request = imageRequestOf(body)
    if (prefersAsync(headers.prefer)) {
      const accepted = batchAccepted(await createBatch(world, [await prepareImage(world, request)]))
      return { ...accepted, headers: { ...accepted.headers, 'preference-applied': 'respond-async' } }
    }
    const image = await renderImage(world, request)
    return { status: 201, body: presentImage(image, world.publicUrl), headers: { location: `/v1/images/${image.id}` } }
  },
  get: async ({ world, caller, params }) => {
    const image = found(await world.data.images.get(params.id), 'image', params.id)
    requireAction(caller, image.actionId)
    return { status: 200, body: presentImage(image, world.publicUrl) }
  },
  delete: async ({ world, params }) =>
    gone((await world.data.images.delete([params.id], world.clock.now())) > 0, 'image', params.id),
  /** The permanent URL of the preview is in the image from then on. */
  preview: async ({ world, caller, params, server }) => {
    const image = found(await world.data.images.get(params.id), 'image', params.id)
    requireAction(caller, image.actionId)
    const preview = await server.previewImage(world, image)
    const bytes = found(await world.storage.get(imageKey(preview)), 'preview of the image', params.id)
    const headers = { etag: `"${preview.hash}"` }
    return { status: 200, body: bytes, contentType: contentTypeOf(preview.format), headers }
  },
  /** The address never changes, wherever the bytes are: they are passed on, or the way to them is shown. */
  file: async ({ world, params }) => {
    const image = await world.data.images.get(params.id)
    if (image !== null) refuseUnpublished(image)
    const file = (image === null ? [] : filesOfImage(image)).find((each) => fileNameOf(each) === params.file)
    if (image === null || file === undefined) throw new AppError('not_found', 'There is no such image.')
    const caching = { cacheControl: 'public, max-age=31536000, immutable', redirectSeconds: 31_536_000 }
    return answerFile(world, { image, file }, caching)
  },
  signed: async ({ world, target, server }) => {
    const verified = await verifyTarget(world, target)
    const request = await requestOf(world, verified)
    const { file, bytes } = await server.renderSigned(world, verified.key, request)
    const headers = {
      ...fileHeaders(file),
      'cache-control': `public, max-age=${maxAgeOf(request, file, world.clock.now())}`,
    }
    return { status: 200, body: bytes, contentType: contentTypeOf(file.format), headers }
  },
})
