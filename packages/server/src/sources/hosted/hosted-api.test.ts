import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Governor } from '#core/ports/governor.ts'
import { NotSent, type SourceAnswer, type SourceRequest } from '#core/ports/source-fetch.ts'
import { createHostedApi, type HostedCall } from './hosted-api.ts'

interface Given {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

const token = 'pat_the_secret_token'
const answerOf = ({ status = 200, headers = {}, body = { ok: 1 } }: Given): SourceAnswer => ({
  status,
  headers,
  body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
})

function open(answers: (Given | Error)[], atOnce = 4, given?: Governor) {
  const log: string[] = []
  const requests: SourceRequest[] = []
  const governor: Governor = {
    async enter({ scopes, isRead }) {
      log.push(`enter ${scopes.map(({ key }) => key)} ${isRead}`)
      return { use: () => true, answered: async () => {} }
    },
    async pause(key, forMs) {
      log.push(`pause ${key} ${forMs}`)
    },
  }
  const api = createHostedApi({
    async fetch(request) {
      requests.push(request)
      const answer = answers.shift() ?? {}
      if (answer instanceof Error) throw answer
      return answerOf(answer)
    },
    governor: given ?? governor,
    product: 'Nicetable',
    baseUrl: 'https://api.example',
    headers: { authorization: `Bearer ${token}` },
    budget: { connectionId: 'con_1', perDay: null, perMonth: null },
    atOnce,
    rejectionOf({ status, body }) {
      if (status === 200) return null
      if (status === 404) return 'foreign'
      const message = JSON.stringify(body ?? 'not JSON')
      if (status === 429) return { error: new AppError('source_rate_limited', message), pauseMs: 1000 }
      return { error: new AppError('source_invalid', message) }
    },
  })
  const call = (more: Partial<HostedCall<unknown>> = {}) =>
    api.call({
      method: 'GET',
      path: '/rows?page=1',
      answer: z.object({ ok: z.number() }),
      scopes: [
        { key: 'base', perSecond: 5 },
        { key: 'token', perSecond: 50 },
      ],
      isRead: true,
      ...more,
    })
  return { api, call, log, requests }
}

describe('call()', () => {
  test('enters, sends its headers, and parses the answer', async () => {
    const { call, log, requests } = open([{}])
    await expect(call()).resolves.toEqual({ ok: 1 })
    expect(log).toEqual(['enter base,token true'])
    expect(requests).toEqual([
      {
        method: 'GET',
        url: 'https://api.example/rows?page=1',
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
        mayStart: expect.any(Function),
      },
    ])
  })

  test('sends JSON, or bytes as they are, also to another host', async () => {
    const { call, requests } = open([])
    await call({ method: 'POST', body: { a: 1 } })
    const bytes = new Uint8Array([1, 2])
    await call({ method: 'POST', raw: { contentType: 'image/png', bytes }, baseUrl: 'https://files.example' })
    expect(requests).toMatchObject([
      { body: '{"a":1}', headers: { 'content-type': 'application/json' } },
      { body: bytes, headers: { 'content-type': 'image/png' }, url: 'https://files.example/rows?page=1' },
    ])
  })

  test.each<[string, Record<string, string>, number]>([
    ['as the vendor is known to want', {}, 1000],
    ['as Retry-After says in seconds', { 'retry-after': '7' }, 7000],
    [
      'as Retry-After says by a date',
      { 'retry-after': 'Sat, 10 Jan 2026 12:00:09 GMT', date: 'Sat, 10 Jan 2026 12:00:00 GMT' },
      9000,
    ],
    ['no shorter than known', { 'retry-after': '0' }, 1000],
    ['no longer than two minutes', { 'retry-after': '86400' }, 120_000],
    ['and takes no nonsense', { 'retry-after': 'soon' }, 1000],
  ])('pauses the narrowest scope and repeats the call: %s', async (_what, headers, pauseMs) => {
    const { call, log } = open([{ status: 429, headers }, {}])
    await expect(call()).resolves.toEqual({ ok: 1 })
    expect(log).toEqual(['enter base,token true', `pause base ${pauseMs}`, 'enter base,token true'])
  })

  test('gives up on a vendor that never stops limiting', async () => {
    const { call, requests } = open(Array.from({ length: 30 }, () => ({ status: 429 })))
    await expect(call()).rejects.toMatchObject({ code: 'source_rate_limited' })
    expect(requests).toHaveLength(9)
  })

  test('throws other refusals at once', async () => {
    const { call, requests } = open([{ status: 422, body: { why: 'so' } }])
    await expect(call()).rejects.toMatchObject({ code: 'source_invalid', message: '{"why":"so"}' })
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['JSON of another form', { body: { other: true } }, 'source_unavailable', /^The response to \/rows is none that/],
    [
      'a page of HTML',
      { body: '<html>' },
      'source_server',
      /^The server at api\.example is not Nicetable.*Check the URL/,
    ],
    ['nothing', { body: '' }, 'source_server', /^The server at api\.example is not Nicetable/],
    ['one of another product', { status: 404, body: 'foreign' }, 'source_server', /is not Nicetable/],
  ])('says that it does not know the answer when it is %s', async (_what, given, code, words) => {
    await expect(open([given]).call()).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
  })

  test('never lets the credentials into an error, also when the other side sends them back', async () => {
    const echo = { status: 400, body: { sent: `Bearer ${token}`, token } }
    const error: unknown = await open([echo])
      .call()
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: '{"sent":"Bearer ***","token":"***"}' })
  })

  test('enters again when its turn has expired before it was sent', async () => {
    const { call, log, requests } = open([new NotSent(), new NotSent(), {}], 1)
    await expect(call()).resolves.toEqual({ ok: 1 })
    expect(log).toEqual(Array.from({ length: 3 }, () => 'enter base,token true'))
    expect(requests).toHaveLength(3)
  })

  test('passes on what kept the request from being answered, and frees its slot', async () => {
    const { call } = open([new AppError('source_unavailable', 'no answer'), {}], 1)
    await expect(call()).rejects.toMatchObject({ message: 'no answer' })
    await expect(call()).resolves.toEqual({ ok: 1 })
  })

  test('goes out while every slot of another base waits for its pause', async () => {
    const { promise: resumed, resolve: resume } = Promise.withResolvers<void>()
    const governor: Governor = {
      async enter({ scopes: [narrowest] }) {
        if (narrowest?.key === 'paused') await resumed
        return { use: () => true, answered: async () => {} }
      },
      pause: async () => {},
    }
    const { call } = open([], 2, governor)
    const writes = [1, 2, 3].map(() => call({ scopes: [{ key: 'paused', perSecond: 5 }], isRead: false }))
    await expect(call({ scopes: [{ key: 'other', perSecond: 5 }] })).resolves.toEqual({ ok: 1 })
    resume()
    await Promise.all(writes)
  })

  test('is not sent when the signal has aborted', async () => {
    const { call, requests } = open([])
    await expect(call({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
    expect(requests).toEqual([])
  })
})

test('createHostedApi() keeps what is under way of one connection within its number, whoever opened it', async () => {
  const governor: Governor = {
    enter: async () => ({ use: () => true, answered: async () => {} }),
    pause: async () => {},
  }
  const under: (() => void)[] = []
  let most = 0
  const openOne = () =>
    createHostedApi({
      async fetch() {
        most = Math.max(most, under.length + 1)
        await new Promise<void>((resolve) => under.push(resolve))
        return answerOf({})
      },
      governor,
      product: 'Nicetable',
      baseUrl: 'https://api.example',
      headers: {},
      budget: { connectionId: 'con_1', perDay: null, perMonth: null },
      atOnce: 2,
      rejectionOf: () => null,
    })
  const order: number[] = []
  const calls = Array.from({ length: 6 }, async (_, n) => {
    await openOne().call({ method: 'GET', path: '/', answer: z.unknown(), scopes: [], isRead: n >= 4 })
    order.push(n)
  })
  for (let left = calls.length; left > 0; left--) {
    await expect.poll(() => under.length).toBeGreaterThan(0)
    under.shift()?.()
    await expect.poll(() => order.length).toBe(calls.length - left + 1)
  }
  await Promise.all(calls)
  expect(most).toBe(2)
  expect(order.slice(2, 4)).toEqual([4, 5])
})
