import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { gone } from '#http/gone.ts'

/** `forget` drops what this process remembers of the key. */
export const apiKeysRevoke = (forget: (keyId: string) => void) =>
  bind(contract.apiKeys.revoke)(async ({ world, params }) => {
    const wasThere = await world.data.apiKeys.revoke(params.id, world.clock.now())
    forget(params.id)
    return gone(wasThere, 'API key', params.id)
  })
