import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentFont } from '#http/present/font.ts'

export const fontsGet = bind(contract.fonts.get)(async ({ world, params }) => ({
  status: 200,
  body: presentFont(found(await world.data.fonts.get(params.id), 'font', params.id)),
}))
