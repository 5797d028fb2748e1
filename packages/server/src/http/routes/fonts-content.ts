import { contract } from '@pictable/client'
import { fontKey } from '#core/font/font.ts'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'

export const fontsContent = bind(contract.fonts.content)(async ({ world, params }) => {
  const font = found(await world.data.fonts.get(params.id), 'font', params.id)
  const bytes = found(await world.storage.get(fontKey(font)), 'content of the font', params.id)
  return { status: 200, body: bytes, contentType: font.contentType, headers: { etag: `"${font.hash}"` } }
})
