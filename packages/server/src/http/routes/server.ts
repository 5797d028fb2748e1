import { contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { createOpenapi } from '#http/endpoint/openapi.ts'

let document: ReturnType<typeof createOpenapi> | undefined

export const server = handlers(contract.server)({
  openapi: async ({ world }) => {
    document ??= createOpenapi()
    return { status: 200, body: { ...(await document), servers: [{ url: world.publicUrl }] } }
  },
  livez: async () => ({ status: 200, body: { live: true } }),
  readyz: async ({ world, server }) => {
    if (server.isClosing()) throw new AppError('unavailable', 'Pictable is stopping.', { retryAfterMs: 1000 })
    await server.checkReadiness()
    return { status: 200, body: { ready: true, warnings: [...(world.missingSandboxLayers ?? [])] } }
  },
})
