import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentFont } from '#http/present/font.ts'

export const fontsList = bind(contract.fonts.list)(async ({ world, query }) => {
  const { results, next } = await world.data.fonts.list(query)
  return { status: 200, body: { results: results.map(presentFont), next } }
})
