import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Source, TableRef } from '#core/ports/source.ts'
import type { OnHeld } from '#core/ports/sources.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { readSettings } from './connection-settings.ts'

/** Opens the source of a connection with its settings unsealed. @throws AppError `not_found` */
export async function openSource(
  world: Pick<World, 'data' | 'secrets' | 'sources'>,
  connectionId: string,
  onHeld?: OnHeld,
): Promise<Source> {
  const connection = found(await world.data.connections.get(connectionId), 'connection', connectionId)
  const kind = world.sources.kind(connection.source)
  return kind.open(kind.settings.parse(readSettings(world, connection)), connectionId, onHeld)
}

/** For one answer that needs tables, views and fields in several places: each is asked for once. */
export function rememberSchema(source: Source): Source {
  const once = <Of, Result>(ask: (of: Of) => Promise<Result>) => {
    const answers = new Map<string, Promise<Result>>()
    return (of: Of) => {
      const key = JSON.stringify(of)
      const answer = answers.get(key) ?? ask(of)
      answers.set(key, answer)
      return answer
    }
  }
  return {
    ...source,
    listTables: once((baseId: string) => source.listTables(baseId)),
    listViews: once((table: TableRef) => source.listViews(table)),
    listFields: once((table: TableRef) => source.listFields(table)),
  }
}

/** null for a connection that cannot be opened, which its own check tells. */
export async function openSourceOrNull(
  world: Pick<World, 'data' | 'secrets' | 'sources'>,
  connectionId: string,
): Promise<Source | null> {
  try {
    return await openSource(world, connectionId)
  } catch (error) {
    // Settings of another release may not suit this one.
    if (error instanceof AppError || error instanceof z.core.$ZodError) return null
    throw error
  }
}
