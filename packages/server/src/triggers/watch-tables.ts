import { backoffMs } from '#core/backoff.ts'
import { chanceOf } from '#core/chance.ts'
import { openSource } from '#core/connection/open-source.ts'
import { AppError, isRetryable } from '#core/errors.ts'
import { createLease } from '#core/lease.ts'
import { startLoop } from '#core/loop.ts'
import type { World } from '#core/ports/world.ts'
import { createThrottledLog } from '#core/throttled-log.ts'
import { openWatched } from '#core/trigger/find-changed.ts'
import { fireLater } from '#core/trigger/fire-trigger.ts'
import { goOn } from '#core/trigger/tend-trigger.ts'
import type { Trigger } from '#core/trigger/trigger.ts'
import { changeSettings } from './table-change.ts'

interface Log {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
}

const lookEveryMs = 10_000
const leaseMs = 30_000
const minuteMs = 60_000

interface Watching {
  revision: string
  stop: AbortController
  ended: Promise<void>
  /** Lost, and not listened to again before: the table is read meanwhile. */
  lostUntil: number | null
  /** Backoff after it was lost, by `performance.now()`: it does not depend on the time of day. */
  retryAtMs: number
  /** Times in a row that it was lost before it could be listened to. */
  failures: number
}

async function goOnIfActive(world: World, id: string, course: Parameters<typeof goOn>[2]): Promise<void> {
  await world.data.transaction(async (data) => {
    const present = await data.triggers.lock(id)
    if (present?.active) await goOn(data, id, course)
  })
}

/**
 * Hears a database that tells of changes, until the signal aborts. Once it is heard the table is looked at: nobody told of what
 * changed before.
 */
async function watch(
  world: World,
  trigger: Trigger,
  { signal, onListening }: { signal: AbortSignal; onListening: () => void },
): Promise<void> {
  const { id, actionId, settings } = trigger
  const { listing, source, watchedIds } = await openWatched(world, actionId)
  signal.throwIfAborted()
  const { gather_seconds: gatherSeconds } = changeSettings.parse(settings)
  const { table, viewId } = listing
  const deaf = new AbortController()
  /** What cannot be kept was not heard. */
  const keep = (work: Promise<void>) => void work.catch((error) => deaf.abort(error))
  await source.watch?.(table, {
    viewId,
    fieldIds: watchedIds,
    signal: AbortSignal.any([signal, deaf.signal]),
    onListening: () => {
      onListening()
      keep(goOnIfActive(world, id, { nextAt: world.clock.now() }))
    },
    onChange: ({ recordIds }) => keep(fireLater(world, id, { recordIds, afterMs: gatherSeconds * 1000 })),
  })
  deaf.signal.throwIfAborted()
}

/** Has the table read as often as one that cannot tell, from now on. @returns until when nobody needs to listen again */
async function pollInstead(world: World, trigger: Trigger, error: unknown): Promise<number> {
  const { poll_minutes: pollMinutes } = changeSettings.parse(trigger.settings)
  const nowMs = world.clock.now().getTime()
  const isPassing = !(error instanceof AppError) || isRetryable(error)
  const nextAt = new Date(nowMs + (isPassing ? 0 : pollMinutes * minuteMs))
  const reason = error instanceof AppError ? error.message : 'The connection was lost.'
  const note = `The database currently sends no changes, so the table is polled: ${reason}`
  await goOnIfActive(world, trigger.id, { note, nextAt })
  return nextAt.getTime()
}

interface WatchOptions {
  everyMs?: number
  /** No other process uses the database. */
  isAlone: boolean
}

/**
 * Listens to the tables of all active triggers whose source reports changes over an open connection: one process does for
 * all. Between two of them both may, as what is heard twice is gathered once, or none: the next one looks at the tables first.
 * @returns what ends it
 */
export function startWatching(
  world: World,
  log: Log,
  { everyMs = lookEveryMs, isAlone }: WatchOptions,
): () => Promise<void> {
  const lease = createLease(world, { name: 'watch_tables', forMs: leaseMs, isAlone })
  const all = new Map<string, Watching>()
  let isStopped = false
  const throttled = createThrottledLog(log)

  function add(id: string, { revision, failures }: Pick<Watching, 'revision' | 'failures'>): Watching {
    const stop = new AbortController()
    const watching = { revision, stop, ended: Promise.resolve(), lostUntil: null, retryAtMs: 0, failures }
    all.set(id, watching)
    return watching
  }

  async function lose(trigger: Trigger, watching: Watching, error: unknown): Promise<void> {
    if (watching.stop.signal.aborted) return
    throttled.warn({ trigger_id: trigger.id, error }, 'A table can no longer be watched')
    watching.lostUntil = Number.POSITIVE_INFINITY
    watching.failures += 1
    const { failures } = watching
    watching.retryAtMs = performance.now() + backoffMs({ failures, chance: chanceOf(world.random), firstMs: everyMs })
    watching.lostUntil = await pollInstead(world, trigger, error).catch((unsaved) => {
      throttled.warn({ trigger_id: trigger.id, error: unsaved }, 'A table could not be scheduled for polling')
      return 0
    })
  }

  /** One trigger whose connection cannot be opened must not keep the others from being heard. */
  async function begin(trigger: Trigger, connectionId: string, known: Pick<Watching, 'revision' | 'failures'>) {
    const watching = add(trigger.id, known)
    const { signal } = watching.stop
    const onListening = () => {
      watching.failures = 0
    }
    try {
      const { capabilities } = await openSource(world, connectionId)
      if (capabilities.changes !== 'notify') return void all.delete(trigger.id)
      watching.ended = watch(world, trigger, { signal, onListening }).catch((error) => lose(trigger, watching, error))
    } catch (error) {
      await lose(trigger, watching, error)
    }
  }

  async function end(id: string): Promise<void> {
    const watching = all.get(id)
    if (watching === undefined) return
    all.delete(id)
    watching.stop.abort()
    await watching.ended
  }

  const isLost = ({ lostUntil, retryAtMs }: Watching) =>
    lostUntil !== null && lostUntil <= world.clock.now().getTime() && retryAtMs <= performance.now()
  const isHeard = (watching: Watching | undefined, revision: string) =>
    watching?.revision === revision && !isLost(watching)

  const endAll = async () => void (await Promise.all([...all.keys()].map(end)))

  async function round(): Promise<void> {
    if (!(await lease.claim())) return endAll()
    const triggers = await world.data.triggers.active('table_change')
    const wanted = new Map(triggers.map((trigger) => [trigger.id, trigger]))
    for (const id of all.keys()) if (!wanted.has(id)) await end(id)
    for (const trigger of triggers) {
      if (isStopped) return
      const action = await world.data.actions.get(trigger.actionId)
      const connection = action && (await world.data.connections.get(action.connectionId))
      const revision = [trigger.revision, action?.revision, connection?.id, connection?.revision].join(' ')
      const known = all.get(trigger.id)
      if (action === null || isHeard(known, revision)) continue
      const failures = known?.revision === revision ? known.failures : 0
      await end(trigger.id)
      await begin(trigger, action.connectionId, { revision, failures })
    }
  }

  const loop = startLoop({ ...world, log }, round, { everyMs, failure: 'The tables could not be watched' })
  return async () => {
    isStopped = true
    const stopped = loop.stop()
    // A round can wait for a table that is being opened.
    for (const { stop } of all.values()) stop.abort()
    const ended = stopped.then(endAll)
    await lease.releaseAfter(ended)
    await ended
  }
}
