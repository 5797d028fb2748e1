import { contract } from '@pictable/client'
import { deleteFont } from '#core/font/add-font.ts'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'

export const fontsDelete = bind(contract.fonts.delete)(async ({ world, params, query }) => {
  const font = found(await world.data.fonts.get(params.id), 'font', params.id)
  await deleteFont(world, font, query.force === 'true')
  return { status: 204, body: null }
})
