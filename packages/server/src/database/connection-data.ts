import type { Connection } from '#core/connection/connection.ts'
import type { EditableResources } from '#core/ports/data/resources.ts'
import type { Executor } from './database.ts'
import { json } from './parameters.ts'
import { editableResources } from './resources.ts'

interface ConnectionRow {
  id: string
  name: string
  source: string
  settings: Record<string, unknown>
  sealed_settings: string | null
  revision: number
  created_at: Date
  updated_at: Date
}

export function connectionData(executor: Executor): EditableResources<Connection> {
  return editableResources<Connection, ConnectionRow>(executor, {
    name: 'connections',
    inUse: 'An action uses this connection: delete the action first, or give it another connection',
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      source: ({ source }) => source,
      settings: ({ settings }) => json(settings),
      sealed_settings: ({ sealedSettings }) => sealedSettings,
      revision: ({ revision }) => revision,
      created_at: ({ createdAt }) => createdAt,
      updated_at: ({ updatedAt }) => updatedAt,
    },
    fromRow: (row) => ({
      id: row.id,
      name: row.name,
      source: row.source,
      settings: row.settings,
      sealedSettings: row.sealed_settings,
      revision: row.revision,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }),
  })
}
