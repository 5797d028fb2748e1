import { contract } from '@pictable/client'
import { addFont, deleteFont } from '#core/font/add-font.ts'
import { drawSpecimen } from '#core/font/draw-specimen.ts'
import { fontKey } from '#core/font/font.ts'
import { imageFailed } from '#core/image/render-image.ts'
import { found } from '#core/revision.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentFont } from '#http/present/font.ts'

export const fonts = handlers(contract.fonts)({
  list: async ({ world, query }) => {
    const { results, next } = await world.data.fonts.list(query)
    return { status: 200, body: { results: results.map(presentFont), next } }
  },
  upload: async ({ world, query, body }) => {
    const { font, isNew } = await addFont(world, { ...query, replace: query.replace === 'true', bytes: body })
    const headers = { location: `/v1/fonts/${font.id}` }
    return { status: isNew ? (201 as const) : (200 as const), body: presentFont(font), headers }
  },
  get: async ({ world, params }) => ({
    status: 200,
    body: presentFont(found(await world.data.fonts.get(params.id), 'font', params.id)),
  }),
  content: async ({ world, params }) => {
    const font = found(await world.data.fonts.get(params.id), 'font', params.id)
    const bytes = found(await world.storage.get(fontKey(font)), 'content of the font', params.id)
    return { status: 200, body: bytes, contentType: font.contentType, headers: { etag: `"${font.hash}"` } }
  },
  specimen: async ({ world, params, query }) => {
    const font = found(await world.data.fonts.get(params.id), 'font', params.id)
    const drawn = await drawSpecimen(world, font, { text: query.text }).catch((error: unknown) => {
      throw imageFailed(error)
    })
    return {
      status: 200,
      body: found(drawn ?? null, 'specimen of the font', params.id).bytes,
      contentType: 'image/png',
    }
  },
  delete: async ({ world, params, query }) => {
    const font = found(await world.data.fonts.get(params.id), 'font', params.id)
    await deleteFont(world, font, query.force === 'true')
    return { status: 204, body: null }
  },
})
