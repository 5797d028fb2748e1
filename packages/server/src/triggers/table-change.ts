import { z } from 'zod'
import { openSource } from '#core/connection/open-source.ts'
import { AppError } from '#core/errors.ts'
import type { Capabilities, SourceHooks, Subscription, TableRef } from '#core/ports/source.ts'
import type { Course, TriggerCall, TriggerKind } from '#core/ports/triggers.ts'
import type { World } from '#core/ports/world.ts'
import { findChanged, openWatched, type Watched } from '#core/trigger/find-changed.ts'
import type { Firing } from '#core/trigger/trigger.ts'

/** What a trigger of this kind is told. */
export const changeSettings = z.object({
  poll_minutes: z
    .int()
    .min(1)
    .max(1440)
    .default(5)
    .meta({ description: 'How often to poll the table, in minutes, if it sends no change events' }),
  gather_seconds: z
    .int()
    .min(1)
    .max(3600)
    .default(5)
    .meta({ description: 'Combine changes within this many seconds into one run' }),
})

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const table = z.object({ baseId: z.string(), tableId: z.string() })

/** What is remembered: how the table tells, and what was found the last time. */
const memory = z.object({
  /** What each record held that had no image of it then: it is not tried again before it holds something else. */
  seen: z.record(z.string(), z.string()),
  hook: z
    .object({
      connectionId: z.string(),
      table,
      /** What was watched; anything else needs a new hook. */
      watched: z.string(),
      state: z.record(z.string(), z.unknown()),
      expiresAt: z.string().nullable(),
    })
    .nullable(),
})

type Memory = z.output<typeof memory>
type Hook = NonNullable<Memory['hook']>

const empty: Memory = { seen: {}, hook: null }
/** Beyond these, records that fail are tried at every look. */
const mostSeen = 5000

const memoryOf = ({ state }: TriggerCall): Memory => (state === null ? empty : memory.parse(state))

const subscriptionOf = ({ state, expiresAt }: Hook): Subscription => ({
  state,
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
})

const watchedBy = ({ action, listing, watchedIds, writesInto }: Watched, hookUrl: string): string =>
  JSON.stringify([hookUrl, action.connectionId, listing.table, listing.viewId, [...watchedIds].sort(), writesInto])

function hookOf({ action, listing }: Watched, watched: string, { state, expiresAt }: Subscription): Hook {
  const { connectionId } = action
  return {
    connectionId,
    table: listing.table,
    watched,
    state: { ...state },
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

/** A call that is lost, such as during a restart, and changes without a call, are found after this many polls. */
const LOST_CALL_POLLS = 12

/** Hooks are renewed at half of their life, so that one failure does not end them. */
function renewAt({ expiresAt }: Hook, now: Date, mostMs: number): number {
  if (expiresAt === null) return now.getTime() + mostMs
  return now.getTime() + Math.min(mostMs, Math.max(minuteMs, (Date.parse(expiresAt) - now.getTime()) / 2))
}

async function release(world: World, hook: Hook): Promise<void> {
  const { hooks } = await openSource(world, hook.connectionId)
  await hooks?.unsubscribe(hook.table, subscriptionOf(hook))
}

/** The hook at the source, made or renewed; when that fails, the one that is there still, or null, and the reason. */
async function keepHook(
  world: World,
  call: TriggerCall,
  { watched, hooks }: { watched: Watched; hooks: SourceHooks },
): Promise<{ hook: Hook | null; isWell: boolean; note: string }> {
  const key = watchedBy(watched, call.hookUrl)
  const { hook } = memoryOf(call)
  const ref: TableRef = watched.listing.table
  const { watchedIds: fieldIds, writesInto } = watched
  const options = { viewId: watched.listing.viewId, fieldIds, writesInto, hookUrl: call.hookUrl }
  try {
    if (hook !== null && hook.watched !== key) await release(world, hook)
    const subscription =
      hook !== null && hook.watched === key
        ? await hooks.renew(ref, subscriptionOf(hook)).catch((error) => {
            if (error instanceof AppError && error.code === 'source_not_found') return hooks.subscribe(ref, options)
            throw error
          })
        : await hooks.subscribe(ref, options)
    return { hook: hookOf(watched, key, subscription), isWell: true, note: 'The table sends its changes by webhook.' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const note = `The table cannot send webhooks, so it is polled: ${error.message}`
    return { hook: hook?.watched === key ? hook : null, isWell: false, note }
  }
}

const isPublic = (world: World, url: string) => world.webhookGuard.problemOf(url) === null

/** What need not be tried again; nothing when the last run did not get as far. */
async function seenBefore(world: World, call: TriggerCall): Promise<Memory['seen']> {
  const { lastRunId } = call.trigger
  const run = lastRunId === null ? null : await world.data.runs.getBare(lastRunId)
  return run?.state === 'failed' ? {} : memoryOf(call).seen
}

/** What has changed. A hook that was made for this look goes with it when it fails: the next one makes another. */
async function findOrRelease(
  world: World,
  call: TriggerCall,
  { watched, hook }: { watched: Watched; hook: Hook | null },
): Promise<[string, string][]> {
  try {
    return [...(await findChanged(world, watched, call))]
  } catch (error) {
    const isNew = JSON.stringify(hook?.state) !== JSON.stringify(memoryOf(call).hook?.state)
    if (hook !== null && isNew) await release(world, hook).catch(() => {})
    throw error
  }
}

/** Every change of our own tables is gathered, and not each matters: those records are compared with their images. */
async function narrow(world: World, call: TriggerCall, gathered: Firing): Promise<Firing | null> {
  const watched = await openWatched(world, call.trigger.actionId)
  if (watched.source.capabilities.changes !== 'own') return gathered
  const changed = await findChanged(world, watched, { recordIds: gathered.recordIds, signal: call.signal })
  return changed.size === 0 ? null : { recordIds: [...changed.keys()] }
}

/** Sets up how changes become known, and looks for those that nobody told of. */
async function look(world: World, call: TriggerCall): Promise<Course> {
  const { poll_minutes: pollMinutes, gather_seconds: gatherSeconds } = changeSettings.parse(call.settings)
  const watched = await openWatched(world, call.trigger.actionId)
  const { source } = watched
  const { changes } = source.capabilities
  const { hook, isWell, note } =
    changes === 'webhook' && source.hooks && isPublic(world, call.hookUrl)
      ? await keepHook(world, call, { watched, hooks: source.hooks })
      : { hook: null, isWell: false, note: noteOf(changes, pollMinutes) }
  const changed = await findOrRelease(world, call, { watched, hook })
  const seen = await seenBefore(world, call)
  const recordIds = changed.flatMap(([id, fingerprint]) => (seen[id] === fingerprint ? [] : [id]))
  const pollMs = changes === 'notify' ? dayMs : pollMinutes * minuteMs
  const isLeftOut = source.hooks?.leavesOutPrograms === true && watched.writesInto
  const hookMs = source.hooks?.findsLost && !isLeftOut ? dayMs : Math.min(dayMs, pollMs * LOST_CALL_POLLS)
  const nextMs = hook !== null && isWell ? renewAt(hook, call.now, hookMs) : call.now.getTime() + pollMs
  const kept: Memory = { seen: Object.fromEntries(changed.slice(0, mostSeen)), hook }
  return {
    state: kept,
    nextAt: new Date(nextMs),
    note,
    ...(recordIds.length > 0 ? { fire: { recordIds, afterMs: gatherSeconds * 1000 } } : {}),
  }
}

function noteOf(changes: Capabilities['changes'], pollMinutes: number): string {
  if (changes === 'own') return 'The table reports its changes immediately.'
  const reading = `The table is polled every ${pollMinutes === 1 ? 'minute' : `${pollMinutes} minutes`}.`
  if (changes === 'notify') return 'The database sends its changes immediately.'
  if (changes === 'poll') return reading
  return `${reading} It could send webhooks instead if this server had a public https URL (PICTABLE_PUBLIC_URL).`
}

/** Runs the action over what has changed in its table: told by the table where it can, else by reading it. */
export const tableChange: TriggerKind = {
  kind: 'table_change',
  title: 'Table change',
  description: 'Runs the action for the records that have changed.',
  settings: changeSettings,
  goesByClock: false,
  showsHook: false,
  gatherMs: (settings) => changeSettings.parse(settings).gather_seconds * 1000,
  narrow,
  start: look,
  tend: look,
  async stop(world, call) {
    const { hook } = memoryOf(call)
    if (hook !== null) await release(world, hook)
  },
  async receive(world, call, request) {
    const before = memoryOf(call)
    if (before.hook === null) return null
    const { gather_seconds: gatherSeconds } = changeSettings.parse(call.settings)
    const { hooks } = await openSource(world, before.hook.connectionId)
    const received = await hooks?.receive(before.hook.table, request, subscriptionOf(before.hook))
    if (!received) return null
    const { change, subscription } = received
    const expiresAt = subscription.expiresAt?.toISOString() ?? null
    const hook: Hook = { ...before.hook, state: { ...subscription.state }, expiresAt }
    const nothing = change.recordIds !== null && change.recordIds.length === 0
    return { fire: nothing ? null : { ...change, afterMs: gatherSeconds * 1000 }, state: { ...before, hook } }
  },
  async describe(world, call) {
    const watched = await openWatched(world, call.trigger.actionId)
    const { size } = await findChanged(world, watched, call)
    const many = size === 1 ? '1 record has' : `${size} records have`
    return `${call.trigger.note ?? ''} ${many} no image of the current values.`.trim()
  },
}
