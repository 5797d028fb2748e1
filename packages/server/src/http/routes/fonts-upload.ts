import { contract } from '@pictable/client'
import { addFont } from '#core/font/add-font.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentFont } from '#http/present/font.ts'

export const fontsUpload = bind(contract.fonts.upload)(async ({ world, query, body }) => {
  const { font, isNew } = await addFont(world, { ...query, replace: query.replace === 'true', bytes: body })
  const headers = { location: `/v1/fonts/${font.id}` }
  return { status: isNew ? (201 as const) : (200 as const), body: presentFont(font), headers }
})
