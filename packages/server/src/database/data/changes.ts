import type { WatchChanges } from '#core/ports/watch-changes.ts'
import type { Database } from '#database/database.ts'
import { webhookChannel } from './webhook-data.ts'

/** NOTIFY channel: runs have changed, deliveries were attempted, or a key was revoked. */
const changesChannel = 'pictable_changes'

/** Stands in the list of a statement that changes such a thing; heard when its transaction commits. */
export const tellOfChange = `pg_notify('${changesChannel}', '')`

/** Hears of what this process and every other on this database commits. */
export function createWatchChanges(database: Pick<Database, 'listen'>): WatchChanges {
  return async (onChange) => {
    const unlisten = await Promise.all([changesChannel, webhookChannel].map((one) => database.listen(one, onChange)))
    return async () => {
      for (const stop of unlisten) await stop()
    }
  }
}
