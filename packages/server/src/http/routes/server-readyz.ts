import { contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import { bind } from '#http/endpoint-call.ts'

export const serverReadyz = (isReady: () => boolean) =>
  bind(contract.server.readyz)(async ({ world }) => {
    if (!isReady()) throw new AppError('unavailable', 'Pictable is starting or stopping.', { retryAfterMs: 1000 })
    await Promise.all([world.data.check(), world.storage.check()])
    return { status: 200, body: { ready: true } }
  })
