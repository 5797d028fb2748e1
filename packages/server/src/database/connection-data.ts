import { z } from 'zod'
import type { Connection } from '#core/connection/connection.ts'
import type { ConnectionData } from '#core/ports/data/connections.ts'
import type { Executor } from './database.ts'
import { json, jsonOrNull } from './parameters.ts'
import { editableResources } from './resources.ts'
import { rowsOf } from './statement.ts'

const lastTest = z
  .object({
    at: z.coerce.date(),
    ok: z.boolean(),
    account: z.string().nullable(),
    warnings: z.array(z.string()),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .nullable()

interface ConnectionRow {
  id: string
  name: string
  source: string
  settings: Record<string, unknown>
  sealed_settings: string | null
  last_test: unknown
  revision: number
  created_at: Date
  updated_at: Date
}

const noteTest = 'update connections set last_test = $3 where id = $1 and revision = $2'

const connections = {
  name: 'connections',
  inUse: 'An action uses this connection. Delete the action first, or choose another connection in it',
  columns: {
    id: ({ id }: Connection) => id,
    name: ({ name }: Connection) => name,
    source: ({ source }: Connection) => source,
    settings: ({ settings }: Connection) => json(settings),
    sealed_settings: ({ sealedSettings }: Connection) => sealedSettings,
    last_test: (connection: Connection) => jsonOrNull(connection.lastTest),
    revision: ({ revision }: Connection) => revision,
    created_at: ({ createdAt }: Connection) => createdAt,
    updated_at: ({ updatedAt }: Connection) => updatedAt,
  },
  fromRow: (row: ConnectionRow): Connection => ({
    id: row.id,
    name: row.name,
    source: row.source,
    settings: row.settings,
    sealedSettings: row.sealed_settings,
    lastTest: lastTest.parse(row.last_test),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }),
}

export function connectionData(executor: Executor): ConnectionData {
  return {
    ...editableResources<Connection, ConnectionRow>(executor, connections),
    async noteTest({ id, revision }, test) {
      await rowsOf(executor, noteTest, [id, revision, json(test)])
    },
  }
}
