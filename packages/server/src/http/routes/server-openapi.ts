import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { createOpenapi } from '#http/openapi.ts'

let document: ReturnType<typeof createOpenapi> | undefined

export const serverOpenapi = bind(contract.server.openapi)(async ({ world }) => {
  document ??= createOpenapi()
  return { status: 200, body: { ...(await document), servers: [{ url: world.publicUrl }] } }
})
