import { contract } from '@pictable/client'
import { drawSpecimen } from '#core/font/draw-specimen.ts'
import { imageFailed } from '#core/image/render-image.ts'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'

export const fontsSpecimen = bind(contract.fonts.specimen)(async ({ world, params, query }) => {
  const font = found(await world.data.fonts.get(params.id), 'font', params.id)
  const drawn = await drawSpecimen(world, font, { text: query.text }).catch((error: unknown) => {
    throw imageFailed(error)
  })
  return { status: 200, body: found(drawn ?? null, 'specimen of the font', params.id).bytes, contentType: 'image/png' }
})
