import { Readable } from 'node:stream'
import { contract } from '@pictable/client'
import { archiveImages, refuseTooMany } from '#core/image/archive-images.ts'
import { joinImages } from '#core/image/join-images.ts'
import { disposition } from '#http/disposition.ts'
import { bind } from '#http/endpoint-call.ts'
import { imageFilterOf } from '#http/image-filter.ts'
import { zipOf } from '#http/zip-of.ts'

export const imagesArchive = bind(contract.images.archive)(async ({ world, caller, query }) => {
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
})
