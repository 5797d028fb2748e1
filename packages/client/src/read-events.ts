import type { StreamOptions } from './call.ts'

/** One event of a stream, its data parsed. */
export interface ServerSentEvent {
  event: string
  id: string
  data: unknown
}

/** What a stream has told so far: where to go on, and how long to wait before that. */
interface Cursor {
  lastEventId: string
  retryMs: number
}

const usualRetryMs = 2000
const longestRetryMs = 30_000

/** The fields of one block: what is repeated is joined by line breaks. */
function parseBlock(block: string, cursor: Cursor): ServerSentEvent | null {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (name !== '') fields.set(name, name === 'data' && fields.has(name) ? `${fields.get(name)}\n${value}` : value)
  }
  cursor.lastEventId = fields.get('id') ?? cursor.lastEventId
  const retry = fields.get('retry') ?? ''
  if (/^\d{1,9}$/.test(retry)) cursor.retryMs = Number(retry)
  const data = fields.get('data')
  if (data === undefined) return null
  return { event: fields.get('event') ?? 'message', id: cursor.lastEventId, data: JSON.parse(data) }
}

async function* eventsIn(body: ReadableStream<Uint8Array>, cursor: Cursor): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const blocks = (rest + decoder.decode(piece.value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseBlock(block, cursor)
        if (event !== null) yield event
      }
    }
  } finally {
    // Whoever has heard enough lets the server know.
    await reader.cancel().catch(() => {})
  }
}

/** Ends early when the signal does. */
function pause(timeMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, timeMs)
    function end(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
}

/** Half of it is jitter: the clients of a server that restarts do not come back together. */
function retryDelayMs(firstMs: number, failures: number): number {
  return (Math.min(longestRetryMs, firstMs * 2 ** (failures - 1)) * (1 + Math.random())) / 2
}

/** Asks for the stream, from the last event on. @throws when it cannot be had */
export type OpenStream = (headers: Record<string, string>) => Promise<ReadableStream<Uint8Array>>

/**
 * `readEvents()` reads a stream and, whenever it breaks off, opens it again behind the last event, waiting longer after
 * each failure. It ends when the signal does. @throws what the first opening throws, and later what `isFinal` says of
 */
export async function* readEvents(
  open: OpenStream,
  isFinal: (error: unknown) => boolean,
  { signal, lastEventId = '' }: StreamOptions,
): AsyncGenerator<ServerSentEvent> {
  const cursor = { lastEventId, retryMs: usualRetryMs }
  let hasBeenOpen = false
  for (let failures = 0; !signal?.aborted; failures += 1) {
    if (failures > 0) await pause(retryDelayMs(cursor.retryMs, failures), signal)
    try {
      const body = await open(cursor.lastEventId === '' ? {} : { 'last-event-id': cursor.lastEventId })
      hasBeenOpen = true
      failures = 0
      yield* eventsIn(body, cursor)
    } catch (error) {
      if (!signal?.aborted && (!hasBeenOpen || isFinal(error))) throw error
    }
  }
}
