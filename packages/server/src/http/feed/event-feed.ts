import { Readable } from 'node:stream'
import { retryDelayMs } from '#core/backoff.ts'
import { chanceOf } from '#core/chance.ts'
import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import type { Caller } from '#http/caller/caller.ts'
import { createLook, type FeedEvent } from './look-for-changes.ts'

type Watching = Pick<Caller, 'id' | 'kind' | 'credentialId' | 'actionIds'>

/** What happens, for those who watch. */
export interface EventFeed {
  /**
   * A stream of server-sent events, behind that one or from now on, of the actions that the caller's key reaches.
   * @throws AppError `rate_limited` when the caller has too many
   */
  open(caller: Watching, lastEventId?: string): Readable
  /** Ends the streams of a key that was revoked, or of a session. */
  forget(credentialId: string): void
  /** Ends every stream. */
  close(): void
}

/** Changes within this time are looked for at once. */
const gatherMs = 200
/** Changes are heard of; this is the net below. */
const lookAtLeastEveryMs = 10_000
const beatEveryMs = 15_000
const retryMs = 2000
/** So many events can be told again, and only while somebody watched, or has until just now. */
const mostKept = 1000
const rememberedForMs = 60_000
/** Of one API key or user, in one process. A browser needs one for all its tabs. */
export const MAX_STREAMS = 50
/** A watcher that does not read is let go. */
const mostWaitingBytes = 1024 * 1024

interface Watcher extends Watching {
  lastEventId: string | undefined
  stream: Readable
}

type FeedWorld = Pick<World, 'clock' | 'data' | 'metrics' | 'newId' | 'random' | 'recovery' | 'watchChanges'>

async function isEnded({ clock, data }: FeedWorld, { kind, credentialId }: Watching): Promise<boolean> {
  if (kind !== 'user') return Boolean((await data.apiKeys.get(credentialId))?.revokedAt)
  const session = await data.sessions.get(credentialId)
  return session === null || session.expiresAt <= clock.now()
}

/** What was told lately, numbered. The ids of another series cannot be gone on from. */
function createSeries(name: string) {
  const kept: { n: number; happening: FeedEvent }[] = []
  let last = 0
  const idOf = (n: number) => `${name}-${n}`
  return {
    lastId: () => idOf(last),
    add(happening: FeedEvent): string {
      last += 1
      kept.push({ n: last, happening })
      if (kept.length > mostKept) kept.shift()
      return idOf(last)
    },
    /** All behind that event; null when it is not known any more. */
    behind(id: string): { id: string; happening: FeedEvent }[] | null {
      const n = id.startsWith(`${name}-`) ? Number(id.slice(name.length + 1)) : Number.NaN
      const first = kept[0]?.n ?? last + 1
      if (!Number.isInteger(n) || n < first - 1 || n > last) return null
      return kept.filter((one) => one.n > n).map((one) => ({ id: idOf(one.n), happening: one.happening }))
    },
  }
}

/** Each is written once, for all who watch: a run has up to a megabyte of metadata. */
const written = new WeakMap<object, { id: string; bytes: Buffer }>()

function bytesOf(id: string, change: FeedEvent): Buffer {
  const known = written.get(change)
  if (known?.id === id) return known.bytes
  const { event, json } = change
  const bytes = Buffer.from(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(json)}\n\n`)
  written.set(change, { id, bytes })
  return bytes
}

function tell({ stream, actionIds }: Watcher, id: string, happening: FeedEvent): void {
  const { actionId } = happening
  if (actionIds !== null && (actionId === null || !actionIds.includes(actionId))) return
  stream.push(bytesOf(id, happening))
  if (stream.readableLength > mostWaitingBytes) stream.destroy()
}

/** One look at the database serves everybody who watches; nobody watches, nobody looks. */
export function createEventFeed(world: FeedWorld): EventFeed {
  const watchers = new Set<Watcher>()
  let joining: Watcher[] = []
  let look = createLook(world)
  let series = createSeries(world.newId('event'))
  let unwatch: Promise<() => Promise<void>> | undefined
  let cancel = () => {}
  /** Looks in a row that failed: then nothing shortens the backoff but a database that is back. */
  let failures = 0
  let isLooking = false
  let isAwaited = false
  let isClosed = false
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let toldAtMs = 0

  const all = () => [...watchers, ...joining]

  function wake(): void {
    if (isLooking) isAwaited = true
    else if (failures === 0) schedule(gatherMs)
  }

  function schedule(withinMs: number): void {
    cancel()
    if (isClosed || all().length === 0) return
    const afterMs = joining.length > 0 ? 0 : Math.max(0, lookedAtMs + withinMs - performance.now())
    const timer = setTimeout(tick, afterMs)
    cancel = () => clearTimeout(timer)
  }

  function retryAfter(error: unknown): void {
    failures = all().length === 0 ? 0 : failures + 1
    if (isClosed || failures === 0) return
    const delayMs = retryDelayMs(error, { failures, chance: chanceOf(world.random) })
    cancel = world.recovery.wait(delayMs, tick)
  }

  async function tick(): Promise<void> {
    isLooking = true
    isAwaited = false
    if (performance.now() - lookedAtMs > rememberedForMs) forgetAll()
    lookedAtMs = performance.now()
    try {
      // Whoever comes meanwhile has to wait for the next look, which shows what has changed since this one.
      const arrived = joining
      const news = await look.changes()
      for (const happening of news) {
        const id = series.add(happening)
        for (const watcher of watchers) tell(watcher, id, happening)
      }
      if (news.length > 0) toldAtMs = performance.now()
      await letIn(arrived)
      await endRevoked()
      failures = 0
    } catch (error) {
      retryAfter(error)
    }
    beat()
    isLooking = false
    if (failures === 0) schedule(isAwaited || joining.length > 0 ? gatherMs : lookAtLeastEveryMs)
  }

  function forgetAll(): void {
    look = createLook(world)
    series = createSeries(world.newId('event'))
  }

  const missedBy = ({ lastEventId }: Watcher) => (lastEventId === undefined ? [] : series.behind(lastEventId))
  const isBehind = (watcher: Watcher) => missedBy(watcher) === null

  async function letIn(arrived: readonly Watcher[]): Promise<void> {
    const standing = arrived.some(isBehind) ? await look.all() : []
    const present = arrived.filter((watcher) => joining.includes(watcher))
    joining = joining.filter((watcher) => !arrived.includes(watcher))
    for (const watcher of present) join(watcher, standing)
  }

  /** Tells what it has missed; what cannot be told one by one any more is told as it stands. */
  function join(watcher: Watcher, standing: readonly FeedEvent[]): void {
    const { stream } = watcher
    if (stream.destroyed) return
    const missed = missedBy(watcher)
    const id = series.lastId()
    if (missed === null) for (const happening of standing) tell(watcher, id, happening)
    else for (const one of missed) tell(watcher, one.id, one.happening)
    stream.push(`id: ${id}\n\n`)
    watchers.add(watcher)
  }

  function beat(): void {
    if (performance.now() - toldAtMs < beatEveryMs) return
    for (const { stream } of watchers) stream.push(': still here\n\n')
    toldAtMs = performance.now()
  }

  /** Another process may have revoked a key or ended a session; that is told as a change. */
  async function endRevoked(): Promise<void> {
    const byCredential = new Map([...watchers].map((watcher) => [watcher.credentialId, watcher]))
    for (const [id, watcher] of byCredential) if (await isEnded(world, watcher)) endAllOf(id)
  }

  function endAllOf(credentialId: string): void {
    for (const watcher of all()) if (watcher.credentialId === credentialId) end(watcher)
  }

  /** A look under way finds it no more: a stream that was ended takes nothing. */
  function end(watcher: Watcher): void {
    leave(watcher)
    watcher.stream.push(null)
  }

  function leave(watcher: Watcher): void {
    watchers.delete(watcher)
    joining = joining.filter((one) => one !== watcher)
    countOpen()
  }

  function refuseMore(callerId: string): void {
    if (all().filter(({ id }) => id === callerId).length < MAX_STREAMS) return
    const message = `This API key or user has ${MAX_STREAMS} event streams open, which is the maximum. Close one, then open another.`
    throw new AppError('rate_limited', message, { retryAfterMs: lookAtLeastEveryMs })
  }

  function countOpen(): void {
    world.metrics.set('event_streams_open', {}, all().length)
  }

  countOpen()

  return {
    open({ id, kind, credentialId, actionIds }, lastEventId) {
      refuseMore(id)
      const stream = new Readable({ read() {} })
      const watcher = { id, kind, credentialId, actionIds, lastEventId, stream }
      stream.push(`retry: ${retryMs}\n\n`)
      if (isClosed) {
        stream.push(null)
        return stream
      }
      // Without it the net below is all there is, until somebody else comes.
      unwatch ??= world.watchChanges(wake).catch((error) => {
        unwatch = undefined
        throw error
      })
      unwatch.catch(() => {})
      joining.push(watcher)
      countOpen()
      stream.once('close', () => leave(watcher))
      wake()
      return stream
    },
    forget: endAllOf,
    close() {
      isClosed = true
      cancel()
      unwatch?.then((stop) => stop()).catch(() => {})
      for (const watcher of all()) end(watcher)
    },
  }
}
