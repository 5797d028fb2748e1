import { openSource } from '#core/connection/open-source.ts'
import type { World } from '#core/ports/world.ts'
import { openWatched } from '#core/trigger/find-changed.ts'
import { fireLater } from '#core/trigger/fire-trigger.ts'
import type { Trigger } from '#core/trigger/trigger.ts'
import { tableChange } from './table-change.ts'

interface Log {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
}

const lookEveryMs = 10_000

interface Watching {
  revision: string
  stop: AbortController
  ended: Promise<void>
}

/** Hears a database that tells of changes, until the signal aborts. */
async function watch(world: World, trigger: Trigger, signal: AbortSignal): Promise<void> {
  const { listing, source, watchedIds } = await openWatched(world, trigger.actionId)
  const { gather_seconds: gatherSeconds } = tableChange.settings.parse(trigger.settings)
  const afterMs = Number(gatherSeconds) * 1000
  const { table, viewId } = listing
  await source.watch?.(table, {
    viewId,
    fieldIds: watchedIds,
    signal,
    onChange: ({ recordIds }) => void fireLater(world, trigger.id, { recordIds, afterMs }).catch(() => {}),
  })
}

/**
 * Listens to the tables of all active triggers whose source tells of changes over an open connection. Every process does:
 * what is heard twice is gathered once. @returns what ends it
 */
export function startWatching(world: World, log: Log, { everyMs = lookEveryMs } = {}): () => Promise<void> {
  const all = new Map<string, Watching>()
  let running: Promise<void> = Promise.resolve()

  function begin(trigger: Trigger, revision: string): void {
    const stop = new AbortController()
    const ended = watch(world, trigger, stop.signal)
      .catch((error) => {
        if (!stop.signal.aborted) log.warn({ trigger: trigger.id, error }, 'A table can no longer be listened to')
      })
      .then(() => {
        // Lost: listened to again in the next round.
        if (all.get(trigger.id)?.stop === stop) all.delete(trigger.id)
      })
    all.set(trigger.id, { revision, stop, ended })
  }

  async function end(id: string): Promise<void> {
    const watching = all.get(id)
    if (watching === undefined) return
    all.delete(id)
    watching.stop.abort()
    await watching.ended
  }

  async function round(): Promise<void> {
    const triggers = await world.data.triggers.active('table_change')
    const wanted = new Map(triggers.map((trigger) => [trigger.id, trigger]))
    for (const id of all.keys()) if (!wanted.has(id)) await end(id)
    for (const trigger of triggers) {
      const action = await world.data.actions.get(trigger.actionId)
      const revision = `${trigger.revision} ${action?.revision}`
      if (action === null || all.get(trigger.id)?.revision === revision) continue
      await end(trigger.id)
      const { capabilities } = await openSource(world, action.connectionId)
      if (capabilities.changes === 'notify') begin(trigger, revision)
    }
  }

  const look = () => {
    running = running.then(round).catch((error) => log.warn({ error }, 'Tables could not be listened to'))
  }
  look()
  const timer = setInterval(look, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
    await Promise.all([...all.keys()].map(end))
  }
}
