import type { Recovery } from '#core/ports/recovery.ts'
import { createRecovery } from '#core/recovery.ts'
import { checkWrites } from './check-writes.ts'
import type { Executor } from './database.ts'

/** `createDatabaseRecovery()` takes a database for recovered when it can be written to. */
export function createDatabaseRecovery(executor: Executor): Recovery {
  return createRecovery({ probe: () => checkWrites(executor), chance: Math.random })
}
