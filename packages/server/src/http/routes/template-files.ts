import { contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import type { Font } from '#core/font/font.ts'
import { fontTypeOf } from '#core/font/font-type.ts'
import { pictureTypeOf } from '#core/image/picture-type.ts'
import { imageFailed } from '#core/image/render-image.ts'
import { found } from '#core/revision.ts'
import { handlers } from '#http/endpoint/handlers.ts'

const oneYear = { 'cache-control': 'private, max-age=31536000, immutable' }

/** The file of an uploaded font; its hash makes the URL change with the file. */
const faceOf = ({ id, family, weight, style, hash }: Font) => ({
  family,
  weight,
  style,
  src: `/v1/fonts/${id}/content?hash=${hash.slice(0, 16)}`,
})

const refuse = (error: unknown) => {
  throw imageFailed(error)
}

export const templateFiles = handlers(contract.templateFiles)({
  fonts: async ({ world }) => {
    const uploaded = await world.data.fonts.all()
    return {
      status: 200,
      body: { faces: [...world.renderer.pageFonts.faces(), ...uploaded.map(faceOf)] },
    }
  },
  font: async ({ world, params }) => {
    const file = found(world.renderer.pageFonts.file(params.release, params.name), 'font file', params.name)
    return { status: 200, body: file.bytes, contentType: file.mediaType, headers: oneYear }
  },
  layoutTables: async ({ world, body }) => ({
    status: 200,
    body: await world.renderer.layoutTables(body).catch(refuse),
    contentType: 'font/sfnt',
  }),
  load: async ({ world, body, signal }) => {
    const bytes = await world.renderer.load(body.src, signal).catch(refuse)
    const contentType = pictureTypeOf(bytes) ?? fontTypeOf(bytes)
    if (contentType === null) throw new AppError('image_failed', 'The file is neither a picture nor a font.')
    return { status: 200, body: bytes, contentType }
  },
})
