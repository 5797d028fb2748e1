import { describe, expect, test } from 'vitest'
import { createClient } from './create-client.ts'

const block = (n: number) => `event: run\nid: a-${n}\ndata: {"id":"run_${n}"}\n\n`

/** A stream in pieces, which ends or breaks off. */
function streamOf(pieces: readonly (string | Uint8Array)[], breaksOff = false): Response {
  const chunks = pieces.map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece))
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = chunks.shift()
      if (next !== undefined) controller.enqueue(next)
      else if (breaksOff) controller.error(new TypeError('terminated'))
      else controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** Answers in turn; an Error is a connection that cannot be had. */
function answering(answers: readonly (Response | Error)[]) {
  const asked: (string | null)[] = []
  const left = [...answers]
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    asked.push(new Headers(init?.headers).get('last-event-id'))
    const next = left.shift() ?? new Response('', { status: 403 })
    if (next instanceof Error) throw next
    return next
  }
  return { client: createClient({ baseUrl: 'http://x.example', fetch }), asked }
}

/** The ids of runs until the stream throws, and the status it threw. */
async function readAll(client: ReturnType<typeof createClient>, lastEventId?: string) {
  const ids: string[] = []
  try {
    for await (const { data } of client.events.stream(lastEventId === undefined ? {} : { lastEventId }))
      ids.push('id' in data ? data.id : data.template_id)
  } catch (error) {
    return { ids, error }
  }
  return { ids, error: null }
}

const retry = 'retry: 1\n\n'

describe('client.events.stream()', () => {
  test('goes on behind the last event whenever the stream ends, breaks off or cannot be had', async () => {
    const { client, asked } = answering([
      streamOf([retry, block(1), block(2)]),
      streamOf([block(3), 'event: run\nid: a-4\nda'], true),
      new TypeError('fetch failed'),
      new Response('', { status: 503 }),
      new Response('', { status: 429 }),
      streamOf([': still here\n\n', 'id: a-5\n\n']),
      streamOf([block(6)]),
    ])
    const { ids, error } = await readAll(client)
    expect(ids).toEqual(['run_1', 'run_2', 'run_3', 'run_6'])
    expect(asked).toEqual([null, 'a-2', 'a-3', 'a-3', 'a-3', 'a-3', 'a-5', 'a-6'])
    expect(error).toMatchObject({ name: 'ApiError', status: 403 })
  })

  test('begins behind the event that it is given', async () => {
    const { client, asked } = answering([])
    await readAll(client, 'a-9')
    expect(asked).toEqual(['a-9'])
  })

  test.each([new TypeError('fetch failed'), new Response('', { status: 503 })])(
    'throws when the first opening fails',
    async (answer) => {
      const { client, asked } = answering([answer, streamOf([block(1)])])
      expect((await readAll(client)).error).toBeInstanceOf(Error)
      expect(asked).toEqual([null])
    },
  )

  test('reads pieces that part characters and line ends', async () => {
    const text = 'event: run\r\nid: a-1\r\ndata: {"id":\r\ndata: "ä 🐎"}\r\n\r\n'
    const bytes = [...new TextEncoder().encode(text)].map((byte) => Uint8Array.of(byte))
    expect((await readAll(answering([streamOf([retry, ...bytes])]).client)).ids).toEqual(['ä 🐎'])
  })

  test('lets go of the stream when its reader has heard enough', async () => {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(block(1))),
      cancel: () => {
        isCancelled = true
      },
    })
    for await (const { id } of answering([new Response(body)]).client.events.stream()) {
      expect(id).toBe('a-1')
      break
    }
    expect(isCancelled).toBe(true)
  })
})
