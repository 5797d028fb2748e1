import { writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { AppError } from '@pictable/server/core/errors.ts'
import type { Source, SourceRecord } from '@pictable/server/core/ports/source.ts'
import type { SourceAnswer, SourceFetch, SourceRequest } from '@pictable/server/core/ports/source-fetch.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { free, wayOf } from '#test/fakes/hosted/way-out.ts'
import { type BadInputFixture, badInputKinds, boundedWay, endlessWay, realWay } from './bad-input-kinds.ts'

vi.setConfig({ testTimeout: 60_000 })

const modes: Record<string, (response: ServerResponse) => void> = {
  '/flood': (response) => {
    const piece = ' '.repeat(100_000)
    const more = () => response.write(piece, () => !response.destroyed && setImmediate(more))
    more()
  },
  '/drip': (response) => {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/silence': () => {},
}
const endless = createServer(({ url = '' }, response) => {
  if (url !== '/silence') response.writeHead(200, { 'content-type': 'application/json' }).write('[')
  modes[url]?.(response)
})
let endlessUrl = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(endless.address())
  endlessUrl = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  endless.closeAllConnections()
  await new Promise((resolve) => endless.close(resolve))
})

const bytesOf = (body: unknown) => new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))

const answerOf = ({ status, body }: { status: number; body: unknown }, headers = {}): SourceAnswer => ({
  status,
  headers,
  body: bytesOf(body),
})

/** The answer, in the file that it is to be saved in. */
async function given(request: SourceRequest, answer: SourceAnswer): Promise<SourceAnswer> {
  if (request.download !== undefined && answer.status < 300) await writeFile(request.download.saveTo, answer.body)
  return answer
}

describe.each(badInputKinds)('$kind', ({ title, maxCell = 1_000_000, manyRecords, asksForPages = true, start }) => {
  let fixture: BadInputFixture
  let isPlain = false
  let note = ''
  /** Tests that change nothing share one fixture. */
  const open = async (wanted: Parameters<typeof start>[0] = { note: '' }) => {
    const wantsPlain = wanted.note === '' && wanted.count === undefined
    if (wantsPlain && isPlain) return
    await fixture?.close()
    ;({ note } = wanted)
    isPlain = wantsPlain
    fixture = await start(wanted)
  }
  afterAll(() => fixture?.close())

  /** All that is given before the listing ends or fails. */
  let read: SourceRecord[] = []
  async function list(source: Source): Promise<SourceRecord[]> {
    read = []
    for await (const { records } of source.pages(fixture.table, { viewId: null })) read.push(...records)
    return read
  }
  const failureOf = async (source: Source) => {
    const failure = await list(source).then(
      () => null,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(AppError)
    expect(read).toHaveLength(new Set(read.map(({ id }) => id)).size)
    return failure
  }
  const expectAll = (records: readonly SourceRecord[]) => {
    const names = records.map(({ fields }) => fields[fixture.fields.name])
    expect(names.toSorted()).toEqual(Array.from({ length: fixture.count }, (_, n) => `Record ${n}`).toSorted())
    expect(records.every(({ fields }) => (fields[fixture.fields.note] ?? '') === note)).toBe(true)
  }
  /** A source whose requests pass `instead` first; null = the product answers. */
  const openWith = (instead: (request: SourceRequest, page: number) => SourceAnswer | null) => {
    let pages = 0
    return fixture.open({
      ...realWay,
      async fetch(request) {
        const answer = instead(request, fixture.isPage(request) ? ++pages : 0)
        return answer === null ? realWay.fetch(request) : given(request, answer)
      },
    })
  }

  test('credentials that are revoked midway end the listing, and name the fix; afterwards nothing is lost', async () => {
    await open()
    let isRevoked = false
    const { refusedPage = 2 } = fixture
    const source = openWith((request, page) => {
      isRevoked ||= page === refusedPage
      const refused = isRevoked ? fixture.revoked(request) : null
      return refused && answerOf(refused)
    })
    expect(await failureOf(source)).toMatchObject({
      code: 'source_auth',
      message: expect.stringMatching(/(token|key|credentials).*(Create|Change|Check|Enter).*connection/is),
    })
    expectAll(await list(fixture.open(realWay)))
  })

  test.each([
    ['with Retry-After', { 'retry-after': '40' }, 40_000],
    ['without Retry-After', {}, 5000],
    ['with a Retry-After that is no time', { 'retry-after': 'soon' }, 5000],
  ])('429 %s pauses, and nothing is lost or given twice', async (_, headers, leastMs) => {
    await open()
    const pauses: number[] = []
    let left = 3
    const fetch: SourceFetch = async (request) =>
      fixture.isPage(request) && left-- > 0
        ? answerOf({ status: 429, body: fixture.limited ?? '' }, headers)
        : realWay.fetch(request)
    const pause = async (_key: string, forMs: number) => void pauses.push(forMs)
    const source = fixture.open(wayOf(fetch, { ...free, pause }))
    expectAll(await list(source))
    expect(pauses).toHaveLength(3)
    for (const forMs of pauses) expect(forMs).toBeGreaterThanOrEqual(leastMs)
  })

  test('429 without end, and a plan that is used up, are named', async () => {
    await open()
    const limited = { status: 429, body: fixture.limited ?? '' }
    expect(await failureOf(openWith((_, page) => (page > 0 ? answerOf(limited) : null)))).toMatchObject({
      code: 'source_rate_limited',
    })
    const { quota } = fixture
    if (quota === undefined) return
    expect(await failureOf(openWith((_, page) => (page > 0 ? answerOf(quota) : null)))).toMatchObject({
      code: 'source_quota',
    })
  })

  test.each([
    ['a page', 200, '<!doctype html><title>Welcome</title>'],
    ['a page for a missing one', 404, '<!doctype html>'],
    ['nothing', 200, ''],
    ['other JSON', 200, '{"hello":"world"}'],
  ])('another product at the URL, which sends %s, is told in words', async (_, status, body) => {
    await open()
    const failure = await failureOf(openWith(() => answerOf({ status, body }, { 'content-type': 'text/html' })))
    expect(failure).toMatchObject({
      code: expect.stringMatching(/^source_/),
      message: expect.stringMatching(new RegExp(`${title}.*(Check|Choose|check|Restore|must name)`, 's')),
    })
  })

  test('a page that comes again ends the listing with an error, and no record is given twice', async () => {
    await open({ note: '', ...(manyRecords !== undefined && { count: manyRecords }) })
    let page: SourceAnswer | null = null
    let firstUrl: string | undefined
    const repeating: SourceFetch = async (request) => {
      if (request.download !== undefined) {
        firstUrl ??= request.url
        return realWay.fetch({ ...request, url: firstUrl })
      }
      if (fixture.isPage(request) && page !== null) return page
      const answer = await realWay.fetch(request)
      if (!fixture.isPage(request)) return answer
      const body: unknown = JSON.parse(new TextDecoder().decode(answer.body))
      page = { ...answer, body: bytesOf(fixture.leadsOn?.(Object(body)) ?? body) }
      return page
    }
    expect(await failureOf(fixture.open({ ...realWay, fetch: repeating }))).toMatchObject({
      message: expect.stringMatching(/same (page|records).*heck/s),
    })
    expectAll(await list(fixture.open(realWay)))
  })

  test.each(Object.keys(modes))('a response that never ends (%s) is cut off, and named', async (mode) => {
    await open()
    const failure = await failureOf(fixture.open(endlessWay(`${endlessUrl}${mode}`, fixture.isPage)))
    expect(failure).toMatchObject({
      code: expect.stringMatching(/^source_(unavailable|invalid)$/),
      message: expect.stringMatching(/(larger|slow|no response|not done).*(Check|Shorten|shorten)/s),
    })
    expectAll(await list(fixture.open(realWay)))
  })

  test('cells of 1 MB are read, each record once, and by their ids', async () => {
    await open({ note: 'x'.repeat(maxCell), count: 4 })
    const source = fixture.open(boundedWay(fixture.isPage, 2.5 * maxCell))
    const records = await list(source)
    expectAll(records)
    const ids = records.map(({ id }) => id)
    const again = await source.getRecords(fixture.table, ids)
    expect(again.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expectAll(again)
  })

  if (asksForPages)
    test('a record that fits into no response is named, with its fields and the fix', async () => {
      await open({ note: 'x'.repeat(50_000), count: 3 })
      const failure = await failureOf(fixture.open(boundedWay(fixture.isPage, 40_000)))
      expect(failure).toMatchObject({
        code: 'source_invalid',
        message: expect.stringMatching(/Record 0.*"Note".*fewer|The row 2 of the tab.*Shorten/),
      })
    })
})
