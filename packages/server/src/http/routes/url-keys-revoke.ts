import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { gone } from '#http/gone.ts'

export const urlKeysRevoke = bind(contract.urlKeys.revoke)(async ({ world, params }) =>
  gone(await world.data.urlKeys.revoke(params.id, world.clock.now()), 'URL key', params.id),
)
