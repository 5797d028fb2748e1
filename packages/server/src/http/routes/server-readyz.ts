import { contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import { needed } from '#core/readiness.ts'
import { bind } from '#http/endpoint-call.ts'

export const serverReadyz = (isClosing: () => boolean) =>
  bind(contract.server.readyz)(async ({ world }) => {
    if (isClosing()) throw new AppError('unavailable', 'Pictable is stopping.', { retryAfterMs: 1000 })
    await Promise.all(Object.values(needed).map((check) => check(world)))
    return { status: 200, body: { ready: true, warnings: [...(world.missingSandboxLayers ?? [])] } }
  })
