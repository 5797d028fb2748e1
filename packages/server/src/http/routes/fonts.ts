import { contract } from '@pictable/client'
import { addFont, deleteFont } from '#core/font/add-font.ts'
import { drawSpecimen } from '#core/font/draw-specimen.ts'
import { fontKey } from '#core/font/font.ts'
import { installFamily } from '#core/font/install-family.ts'
import { listFamilies } from '#core/font/list-families.ts'
import { imageFailed } from '#core/image/render-image.ts'
import { found } from '#core/revision.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentFamily, presentFont, presentGoogleFamily } from '#http/present/font.ts'

export const fonts = handlers(contract.fonts)({
  list: async ({ world, query }) => {
    const { results, next } = await world.data.fonts.list(query)
    return { status: 200, body: { results: results.map(presentFont), next } }
  },
  upload: async ({ world, query, body }) => {
    const { replace, ...given } = query
    const ifTaken = replace === 'true' ? 'replace' : 'fail'
    const { font, isNew } = await addFont(world, { ...given, ifTaken, bytes: body })
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

export const fontFamilies = handlers(contract.fontFamilies)({
  list: async ({ world }) => ({
    status: 200,
    body: { results: (await listFamilies(world)).map(presentFamily) },
  }),
  install: async ({ world, body }) => {
    const { family, added, fonts: installed } = await installFamily(world, body.family, body.from)
    return { status: 200, body: { family, added, fonts: installed.map(presentFont) } }
  },
  google: async ({ world, query }) => ({
    status: 200,
    body: { results: (await world.fontCatalogs.searchGoogle(query.search)).map(presentGoogleFamily) },
  }),
})
