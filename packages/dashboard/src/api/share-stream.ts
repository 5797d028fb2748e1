import * as v from 'valibot'
import { connection } from './connection.ts'
import { type Election, type ElectionEvent, next } from './election.ts'
import { HAS_CHANNELS } from './tab-channel.ts'
import type { LiveEvent } from './types.ts'

/** Between the tabs of one user. `event` and `connection` come from the leader. */
const messageShape = v.variant('type', [
  v.object({ type: v.picklist(['claim', 'lead', 'leave']), from: v.string() }),
  v.object({ type: v.literal('event'), from: v.string(), event: v.custom<LiveEvent>(() => true) }),
  v.object({
    type: v.literal('connection'),
    from: v.string(),
    server: v.picklist(['connecting', 'reached', 'gone']),
    session: v.picklist(['unknown', 'open', 'ended']),
  }),
])

type Message = v.InferOutput<typeof messageShape>

interface SharedStreamOptions {
  /** Tabs with the same name share a stream. */
  name: string
  /** Reads the stream from behind that event until the signal aborts; calls `tell` with each event. */
  read: (options: { lastEventId: string; signal: AbortSignal; tell: (event: LiveEvent) => void }) => Promise<void>
  onEvent: (event: LiveEvent) => void
  /** Events may have been missed. */
  onGap: () => void
}

/** An id that the server does not know: it sends the current state first, with what changed before the stream was open. */
const NO_POSITION = 'unknown'

/** As far as it matters: tabs that talk have one stream, and need not be in sight. */
const isOutOfSight = () => !HAS_CHANNELS && document.hidden

function createId(): string {
  return [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36).padStart(7, '0')).join('')
}

/**
 * Opens one event stream for all tabs of a browser: HTTP/1.1 allows six connections per host, and each stream takes one.
 * The tab that leads reads it and passes each event on. Where tabs cannot talk, each has a stream while it is in sight, and
 * reads what it has missed when it comes back. @returns what ends this tab's part in it
 */
export function shareStream({ name, read, onEvent, onGap }: SharedStreamOptions): () => void {
  let state: Election = { id: createId(), role: 'away', claims: 0 }
  let isOpen = false
  let channel: BroadcastChannel | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stream: AbortController | undefined
  let lastEventId = NO_POSITION
  const pageEvents = new AbortController()

  const post = (message: Message) => channel?.postMessage(message)

  function dispatch(event: ElectionEvent): void {
    const step = next(state, event)
    state = step.state
    if (step.send !== undefined) post({ type: step.send, from: state.id })
    if (step.timeoutMs !== undefined) schedule(step.timeoutMs)
    if (state.role === 'leader') openStream()
    else closeStream()
  }

  /** With some jitter: tabs that count from the same message do not all speak together. */
  function schedule(timeoutMs: number | null): void {
    clearTimeout(timer)
    if (timeoutMs === null) return
    timer = setTimeout(() => dispatch({ type: 'timeout' }), timeoutMs * (1 + Math.random() / 2))
  }

  function openStream(): void {
    if (stream !== undefined) return
    stream = new AbortController()
    const { signal } = stream
    const tell = (event: LiveEvent) => {
      if (signal.aborted) return
      lastEventId = event.id
      post({ type: 'event', from: state.id, event })
      onEvent(event)
    }
    read({ lastEventId, signal, tell })
  }

  function closeStream(): void {
    stream?.abort()
    stream = undefined
  }

  function receive({ data }: MessageEvent<unknown>): void {
    const parsed = v.safeParse(messageShape, data)
    if (!parsed.success) return
    const message = parsed.output
    if (message.type === 'event') {
      dispatch({ type: 'lead', from: message.from })
      lastEventId = message.event.id
      onEvent(message.event)
    } else if (message.type === 'connection') {
      dispatch({ type: 'lead', from: message.from })
      follow(message)
    } else dispatch(message)
  }

  /** What the leader learns of server and session, a follower has no stream to learn from. */
  function follow({ server, session }: Extract<Message, { type: 'connection' }>): void {
    if (server !== 'connecting') connection.set({ server })
    if (session === 'ended' && connection.get().session === 'open') connection.set({ session })
  }

  /** The channel is open only while the page is: a message to a page in the back/forward cache would evict it. */
  function enter(): void {
    if (isOpen || isOutOfSight()) return
    isOpen = true
    if (HAS_CHANNELS) channel = new BroadcastChannel(name)
    channel?.addEventListener('message', receive)
    dispatch({ type: 'enter' })
  }

  function exit(): void {
    isOpen = false
    dispatch({ type: 'exit' })
    channel?.close()
    channel = undefined
  }

  function enterAgain(): void {
    if (isOpen || isOutOfSight()) return
    enter()
    onGap()
  }

  function changeSight(): void {
    if (isOutOfSight()) exit()
    else if (!isOpen) enterAgain()
    else if (!document.hidden) dispatch({ type: 'check' })
  }

  const unsubscribe = connection.subscribe(() => {
    if (state.role === 'leader') post({ type: 'connection', from: state.id, ...connection.get() })
  })
  const { signal } = pageEvents
  addEventListener('pagehide', exit, { signal })
  addEventListener('pageshow', enterAgain, { signal })
  document.addEventListener('freeze', exit, { signal })
  document.addEventListener('resume', enterAgain, { signal })
  document.addEventListener('visibilitychange', changeSight, { signal })
  enter()
  return () => {
    pageEvents.abort()
    unsubscribe()
    exit()
  }
}
