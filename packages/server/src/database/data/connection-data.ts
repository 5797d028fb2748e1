import { z } from 'zod'
import type { Connection } from '#core/connection/connection.ts'
import type { ConnectionData } from '#core/ports/data/connections.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { json } from '#database/parameters.ts'
import { type EditableTable, editableResources } from '#database/resources.ts'
import { rowsOf } from '#database/statement.ts'

const lastTest = z
  .object({
    at: z.coerce.date(),
    ok: z.boolean(),
    account: z.string().nullable(),
    warnings: z.array(z.string()),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .nullable()

const noteTest = 'update connections set last_test = $3 where id = $1 and revision = $2'

const connections: EditableTable<Connection> = {
  name: 'connections',
  inUse: 'An action uses this connection. Delete the action first, or choose another connection in it',
  ...mapperOf<Connection>({
    id: plain,
    name: plain,
    source: plain,
    settings: jsonb(),
    sealedSettings: plain,
    lastTest: jsonb(lastTest),
    revision: plain,
    createdAt: plain,
    updatedAt: plain,
  }),
}

export function connectionData(executor: Executor): ConnectionData {
  return {
    ...editableResources(executor, connections),
    async noteTest({ id, revision }, test) {
      await rowsOf(executor, noteTest, [id, revision, json(test)])
    },
  }
}
