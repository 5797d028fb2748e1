import type { CallAnswer, Contract } from '@pictable/client'
import type { Connection, ConnectionTest } from '#core/connection/connection.ts'
import { shownSettings } from '#core/connection/connection-settings.ts'
import type { World } from '#core/ports/world.ts'
import { presentFailure } from '#http/present/failure.ts'

type ConnectionJson = CallAnswer<Contract['connections']['get']>
type ConnectionTestJson = CallAnswer<Contract['connections']['test']>

export function presentTest({ ok, account, warnings, error }: ConnectionTest): ConnectionTestJson {
  return { ok, account, warnings: [...warnings], error: presentFailure(error) }
}

export function presentConnection(world: Pick<World, 'secrets' | 'sources'>, connection: Connection): ConnectionJson {
  const { lastTest } = connection
  return {
    id: connection.id,
    name: connection.name,
    source: connection.source,
    settings: { ...shownSettings(world, connection) },
    last_test: lastTest && { ...presentTest(lastTest), at: lastTest.at.toISOString() },
    revision: connection.revision,
    created_at: connection.createdAt.toISOString(),
    updated_at: connection.updatedAt.toISOString(),
  }
}
