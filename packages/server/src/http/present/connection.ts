import type { CallAnswer, Contract } from '@pictable/client'
import type { Connection } from '#core/connection/connection.ts'
import { shownSettings } from '#core/connection/connection-settings.ts'
import type { World } from '#core/ports/world.ts'

type ConnectionJson = CallAnswer<Contract['connections']['get']>

export function presentConnection(world: Pick<World, 'secrets' | 'sources'>, connection: Connection): ConnectionJson {
  return {
    id: connection.id,
    name: connection.name,
    source: connection.source,
    settings: { ...shownSettings(world, connection) },
    revision: connection.revision,
    created_at: connection.createdAt.toISOString(),
    updated_at: connection.updatedAt.toISOString(),
  }
}
