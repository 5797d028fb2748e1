import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { AppError } from '@pictable/server/core/errors.ts'
import { mostUnderWay } from '@pictable/server/http/server/shed-load.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Seed, seed } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let seeded: Seed

beforeAll(async () => {
  app = await startApp()
  seeded = await seed(app)
})
afterAll(() => app.close())

/** Runs the work while a part of the world is broken. */
async function whileBroken<Part extends object>(part: Part, broken: Partial<Part>, work: () => Promise<void>) {
  const whole = { ...part }
  Object.assign(part, broken)
  try {
    await work()
  } finally {
    Object.assign(part, whole)
  }
}

const createImage = () =>
  app.request('POST', '/v1/images', { body: { template_id: seeded.templateId, values: { Name: 'Pot' } } })

const headOf = (path: string, headers: string[]) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${headers.join('\r\n')}\r\n\r\n`

/** As many as there is room for. */
function openAll(...sent: string[]): Socket[] {
  return Array.from({ length: mostUnderWay }, (_, n) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.write(sent[n % sent.length] ?? '')
    return socket
  })
}

describe('when something inside breaks', () => {
  test('the answer tells nothing of it, the log everything', async () => {
    const render = () => Promise.reject(new Error('inside: password hunter2'))
    await whileBroken(app.world.renderer, { render }, async () => {
      const answer = await createImage()
      expect(answer).toMatchObject({ status: 500, json: { code: 'internal' } })
      expect(answer.text).not.toContain('hunter2')
      expect(app.errors.at(-1)).toContain('hunter2')
      expect(app.errors.at(-1)).toContain(answer.headers.get('x-request-id'))
    })
  })

  test('an answer that breaks the contract is not sent', async () => {
    const files = [{ format: 'png' as const, bytes: Uint8Array.of(1), widthPx: 1.5, heightPx: 1 }]
    await whileBroken(app.world.renderer, { render: async () => ({ files, report: {} }) }, async () => {
      expect(await createImage()).toMatchObject({ status: 500, json: { code: 'internal' } })
      expect(app.errors.at(-1)).toMatch(/images-create returned a response that violates its contract/)
    })
  })

  test('a full disk is told as such', async () => {
    const put = () => Promise.reject(new AppError('storage_unavailable', 'The disk is full.'))
    await whileBroken(app.world.storage, { put }, async () => {
      expect(await createImage()).toMatchObject({
        status: 503,
        json: { code: 'storage_unavailable', detail: 'The disk is full.' },
      })
    })
  })

  test('a connection that fails is told by its test', async () => {
    const kind = () => {
      throw new AppError('source_auth', 'The table refused the token.')
    }
    await whileBroken(app.world.sources, { kind }, async () => {
      const answer = await app.request('GET', `/v1/connections/${seeded.connectionId}/bases`)
      expect(answer).toMatchObject({ status: 422, json: { code: 'source_auth' } })
    })
  })

  test('the server is alive, but not ready, and its log says why', async () => {
    const cause = new Error('connect ECONNREFUSED')
    const told = (id: string | null) => app.logged.filter((line) => JSON.stringify(line).includes(`"${id}"`))
    const check = () =>
      Promise.reject(new AppError('unavailable', 'The database does not answer.', { retryAfterMs: 1500, cause }))
    await whileBroken(app.world.data, { check }, async () => {
      const answer = await app.request('GET', '/readyz', { key: null })
      expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } })
      expect(answer.headers.get('retry-after')).toBe('2')
      const reason = { code: 'unavailable', reason: 'The database does not answer.', cause: 'connect ECONNREFUSED' }
      await expect
        .poll(() => told(answer.headers.get('x-request-id')))
        .toMatchObject([{ level: 'warn', path: '/readyz', status: 503, ...reason }])
      const alive = await app.request('GET', '/livez', { key: null })
      expect(alive.status).toBe(200)
      await expect.poll(() => told(alive.headers.get('x-request-id'))).toMatchObject([{ level: 'debug' }])
    })
    expect((await app.request('GET', '/readyz', { key: null })).status).toBe(200)
  })

  test('readiness is checked once for all who ask at the same time', async () => {
    const { check } = app.world.data
    let checks = 0
    const counted = () => {
      checks++
      return check()
    }
    await whileBroken(app.world.data, { check: counted }, async () => {
      const ask = () => app.request('GET', '/readyz', { key: null })
      const answers = await Promise.all(Array.from({ length: 50 }, ask))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    })
    expect(checks).toBeLessThanOrEqual(5)
  })

  test('what cannot be answered soon is refused at the door, and nothing of the rest is lost', async () => {
    const { render } = app.world.renderer
    const allIn = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let rendering = 0
    const slowly: typeof render = async (...job) => {
      if (++rendering === mostUnderWay) allIn.resolve()
      await goOn.promise
      return render(...job)
    }
    await whileBroken(app.world.renderer, { render: slowly }, async () => {
      const waiting = Array.from({ length: mostUnderWay }, createImage)
      await allIn.promise
      const refused = await createImage()
      expect(refused).toMatchObject({ status: 503, json: { code: 'unavailable' } })
      expect(refused.headers.get('retry-after')).toBe('1')
      expect((await app.request('GET', '/readyz', { key: null })).status).toBe(200)
      goOn.resolve()
      const answers = await Promise.all(waiting)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    })
    expect((await createImage()).status).toBe(201)
  })

  test('whoever does not send what was announced takes no place from the others', async () => {
    const dawdling = openAll(headOf('/v1/session', ['content-length: 9', 'expect: 100-continue']))
    await Promise.all(dawdling.map((socket) => once(socket, 'data')))
    expect((await createImage()).status).toBe(201)
    for (const socket of dawdling) socket.destroy()
  })

  test('whoever leaves while it is looked up who calls takes no place from the others', async () => {
    const requestOfKey = async () => {
      const made = await app.request('POST', '/v1/api-keys', { body: { name: 'Theirs', scopes: ['trigger'] } })
      const { secret } = z.looseObject({ secret: z.string() }).parse(made.json)
      return `${headOf('/v1/images', [`authorization: Bearer ${secret}`, 'content-length: 2'])}{}`
    }
    // Each may call less often than that.
    const requests = [await requestOfKey(), await requestOfKey()]
    const { findByLookup } = app.world.data.apiKeys
    const allIn = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let asked = 0
    const slowly: typeof findByLookup = async (lookup) => {
      if (++asked === mostUnderWay) allIn.resolve()
      await goOn.promise
      return findByLookup(lookup)
    }
    await whileBroken(app.world.data.apiKeys, { findByLookup: slowly }, async () => {
      const leaving = openAll(...requests)
      await allIn.promise
      // The server closes its side once it has noticed.
      await Promise.all(leaving.map((socket) => once(socket.resume().end(), 'close')))
      expect((await createImage()).status).toBe(503)
      goOn.resolve()
      await expect.poll(async () => (await createImage()).status).toBe(201)
    })
  })

  test('an image whose bytes are gone is 404', async () => {
    await whileBroken(app.world.storage, { open: async () => null }, async () => {
      const made = await createImage()
      const path = new URL(made.headers.get('location') ?? '', app.url).pathname
      const shown = await app.request('GET', path)
      const url = /"url":"https:\/\/pictable\.example([^"]+)"/.exec(shown.text)?.[1] ?? ''
      expect((await app.request('GET', url, { key: null })).status).toBe(404)
    })
  })
})
