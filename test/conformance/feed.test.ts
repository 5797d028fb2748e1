import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeFeed, startFakeFeed } from '#test/fakes/feed/fake-feed.ts'
import { type FeedWorld, feedTable, openFeedWorld } from '#test/fakes/feed/open-feed.ts'
import { free } from '#test/fakes/hosted/way-out.ts'

let fake: FakeFeed
let world: FeedWorld
const pauses: number[] = []
beforeAll(async () => {
  fake = await startFakeFeed()
  world = await openFeedWorld({ ...free, pause: async (_key?: string, forMs = 0) => void pauses.push(forMs) })
})
afterAll(() => Promise.all([fake.close(), world.close()]))

let name = 0
let path = ''
beforeEach(() => {
  path = `/feed-${name++}`
  fake.required = null
  fake.hasTags = true
  fake.faults.length = 0
  fake.answers.length = 0
  pauses.length = 0
})

const serve = (body: string | Uint8Array, contentType = 'text/csv') => fake.bodies.set(path, { body, contentType })
const open = (settings: Record<string, unknown> = {}) => world.open({ url: `${fake.url}${path}`, ...settings })

async function recordsOf(source = open({ key: 'sku' })) {
  const records = []
  for await (const page of source.pages(feedTable, { viewId: null })) records.push(...page.records)
  return records
}

const tea = { id: 'T1', fields: { sku: 'T1', price: 3.5 } }
const cup = { id: 'C1', fields: { sku: 'C1', price: 12 } }

describe('a feed', () => {
  test.each([
    ['CSV', 'sku,price\nT1,3.5\nC1,12\n'],
    ['CSV with semicolons', 'sku;price\nT1;3.5\nC1;12\n'],
    ['TSV', 'sku\tprice\nT1\t3.5\nC1\t12\n'],
    ['a JSON list', '[{"sku":"T1","price":3.5},{"sku":"C1","price":12}]'],
    ['JSON with a list', '{"count":2,"items":[{"sku":"T1","price":3.5},{"sku":"C1","price":12}]}'],
    ['JSON lines', '{"sku":"T1","price":3.5}\n{"sku":"C1","price":12}\n'],
    ['compressed CSV', gzipSync('sku,price\nT1,3.5\nC1,12\n')],
    ['compressed JSON', gzipSync('[{"sku":"T1","price":3.5},{"sku":"C1","price":12}]')],
    [
      'XML',
      '<all><product><sku>T1</sku><price>3.5</price></product><product><sku>C1</sku><price>12</price></product></all>',
    ],
  ])('is read as %s, whatever the server calls it', async (_what, body) => {
    serve(body, 'text/plain')
    expect(await recordsOf()).toEqual([tea, cup])
  })

  test('is read from the list that the connection names', async () => {
    serve('{"links":[{"rel":"self"}],"data":{"rows":[{"sku":"T1","price":3.5}]}}')
    expect(await recordsOf(open({ key: 'sku', records: 'data.rows' }))).toEqual([tea])
  })

  test('is read from the elements that the connection names', async () => {
    serve('<a><b><x><sku>N1</sku></x><x><sku>N2</sku></x></b><c><x><sku>T1</sku><price>3.5</price></x></c></a>')
    expect(await recordsOf(open({ key: 'sku', records: 'c.x' }))).toEqual([tea])
  })

  test.each([
    ['as its server says', 'sku,name\nT1,Thé\n', 'latin1', 'text/csv; charset=ISO-8859-1', {}],
    ['in UTF-8, whatever its server says', 'sku,name\nT1,Thé\n', 'utf8', 'text/csv; charset=ISO-8859-1', {}],
    ['as the connection says', 'sku,name\nT1,Thé\n', 'latin1', 'text/csv; charset=utf-8', { encoding: 'windows-1252' }],
    [
      'as XML says',
      '<?xml version="1.0" encoding="latin1"?><a><x><sku>T1</sku><name>Thé</name></x></a>',
      'latin1',
      '',
      {},
    ],
  ] as const)('is read in an encoding %s', async (_what, text, encoding, contentType, settings) => {
    serve(Buffer.from(text, encoding), contentType)
    expect(await recordsOf(open({ key: 'sku', ...settings }))).toEqual([
      { id: 'T1', fields: { sku: 'T1', name: 'Thé' } },
    ])
  })

  test('of XML may have no records yet', async () => {
    serve('<rss><channel><title>Shop</title><image><url>https://shop.example/a.png</url></image></channel></rss>')
    expect(await recordsOf()).toEqual([])
    expect((await open({ key: 'sku' }).check()).warnings).toEqual([expect.stringContaining('no records')])
  })

  test('that is unchanged is not sent again, and reads no record', async () => {
    serve('sku,price\nT1,3.5\n')
    expect(await recordsOf()).toEqual([tea])
    expect(await recordsOf()).toEqual([tea])
    expect(fake.answers).toEqual([`${path} 200`, `${path} 304`])
    serve('sku,price\nT1,3.5\nC1,12\n')
    expect(await recordsOf()).toEqual([tea, cup])
    expect(fake.answers.at(-1)).toBe(`${path} 200`)
  })

  test('is asked for by its time where it has no tag', async () => {
    const modified = 'Sun, 01 Nov 2026 10:00:00 GMT'
    fake.hasTags = false
    fake.bodies.set(path, { body: 'sku,price\nT1,3.5\n', headers: { 'last-modified': modified } })
    fake.faults.push((request, response) => {
      if (request.headers['if-modified-since'] !== modified) return false
      response.writeHead(304).end()
      return true
    })
    for (const _ of [1, 2]) expect(await recordsOf()).toEqual([tea])
    expect(fake.answers).toEqual([`${path} 200`, `${path} 304`])
  })

  test('whose server tells no change is not sent again within seconds', async () => {
    fake.hasTags = false
    serve('sku,price\nT1,3.5\n')
    for (const _ of [1, 2, 3]) expect(await recordsOf()).toEqual([tea])
    expect(fake.answers).toEqual([`${path} 200`])
  })

  test('is downloaded once for all that ask at the same time', async () => {
    serve('sku,price\nT1,3.5\n')
    await Promise.all(Array.from({ length: 5 }, () => recordsOf()))
    expect(fake.answers).toEqual([`${path} 200`])
  })

  test('is not shared between connections', async () => {
    fake.required = { name: 'x-token', value: 'right' }
    serve('sku,price\nT1,3.5\n')
    const settings = { url: `${fake.url}${path}`, key: 'sku' }
    expect(await recordsOf(world.open({ ...settings, header: 'X-Token: right' }))).toEqual([tea])
    await expect(recordsOf(world.open(settings, 'con_other'))).rejects.toMatchObject({ code: 'source_auth' })
    await expect(recordsOf(world.open(settings))).rejects.toMatchObject({ code: 'source_auth' })
  })

  test('that moved is followed, without the headers to another server', async () => {
    const other = await startFakeFeed()
    other.bodies.set('/moved.csv', { body: 'sku,price\nT1,3.5\n' })
    const seen: unknown[] = []
    other.faults.push(({ headers }) => seen.push(headers['x-token'], headers.authorization) < 0)
    fake.faults.push((_, response) => {
      response.writeHead(302, { location: `${other.url}/moved.csv` }).end()
      return true
    })
    const source = open({ key: 'sku', header: 'Authorization: Bearer abc', second_header: 'X-Token: def' })
    expect(await recordsOf(source)).toEqual([tea])
    expect(seen).toEqual([undefined, undefined])
    await other.close()
  })

  test('that is replaced while it is read is read from the start', async () => {
    const rows = (from: number) => Array.from({ length: 1100 }, (_, n) => `S${n + from},${n}`).join('\n')
    serve(`sku,price\n${rows(0)}\n`)
    const listing = open({ key: 'sku' }).pages(feedTable, { viewId: null })[Symbol.asyncIterator]()
    const first = await listing.next()
    serve(`sku,price\n${rows(5)}\n`)
    expect(await recordsOf()).toHaveLength(1100)
    // The listing that is open goes on with what it began with.
    expect((await listing.next()).value?.records[0]?.id).toBe('S500')
    const again = open({ key: 'sku' }).pages(feedTable, { viewId: null, cursor: first.value?.cursor ?? null })
    await expect(again[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'source_cursor_expired' })
  })

  test('leaves nothing but its copy on the disk', async () => {
    serve('sku,price\nT1,3.5\nT1,4\n')
    await expect(recordsOf()).rejects.toThrow()
    serve('sku,price\nT1,3.5\n')
    await recordsOf()
    expect(readdirSync(world.feedsDir).filter((file) => !file.endsWith('.copy'))).toEqual([])
  })
})

describe('a feed that cannot be used', () => {
  const long = 'x'.repeat(1_000_001)

  test.each<[what: string, body: string, words: string[]]>([
    ['two records with one key', 'sku,price\nT1,1\nC1,2\nT1,3\n', ['Line 4', '"T1"', '"sku"', 'line 2', 'unique']],
    ['a record without key', 'sku,price\nT1,1\n,2\n', ['Line 3', '"sku" is empty', 'Fill it in']],
    ['a key that was renamed', 'code,price\nT1,1\n', ['no field "sku"', '"code", "price"', 'change the key']],
    ['a cell of more than 1 MB', `sku,text\nT1,a\nC1,${long}\n`, ['Line 3', '"text"', '1 MB', 'Shorten']],
    ['a cell of more than 1 MB in JSON', `[{"sku":"T1","text":"${long}"}]`, ['Record 1', '"text"', 'Shorten']],
    ['a record that is none', '[{"sku":"T1"},7]', ['Record 2 is not an object']],
    ['JSON that is broken', '[{"sku":"T1"},{"sku":C1}]', ['Record 2 is not JSON']],
    ['an empty file', '', ['empty']],
    ['XML that is broken', '<a>\n<x><sku>T1</sku></x>\n<x><sku>C1</x></a>', ['Line 3', 'damaged', 'Correct it']],
    ['XML without records', '<a><b>1</b></a>', ['no records', 'Name the element']],
    ['entities that grow', '<!DOCTYPE a [<!ENTITY b "bb">]><a><x><sku>&b;</sku></x></a>', ['Line 1', 'entity']],
    ['XML that is too deep', `<a><x>${'<b>'.repeat(200)}`, ['more than 100 elements']],
    ['a text in XML that is too long', `<a><x><sku>T1</sku><text>${'x'.repeat(11_000_000)}`, ['longer than 10 MB']],
    ['a record in XML that is too large', `<a><x>${`<b>${long}</b>`.repeat(11)}`, ['Record 1', 'larger than 10 MB']],
    ['a row with more cells', 'sku,price\nT1,1,2\n', ['Line 2', '3 cells']],
  ])('has %s', async (_what, body, words) => {
    serve(body)
    const error = await recordsOf().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'source_invalid' })
    for (const word of [`127.0.0.1`, path, ...words]) expect(String(error)).toContain(word)
  })

  test.each([
    ['JSON', '[{"sku":"T1"},{"sk'],
    ['XML', '<a><x><sku>T1</sku></x><x><sku>C1</sk'],
  ])('is %s that is cut off', async (_what, body) => {
    serve(body)
    await expect(recordsOf()).rejects.toMatchObject({
      code: 'source_unavailable',
      message: expect.stringContaining('too early'),
    })
  })

  test.each([
    [
      'in an encoding that is unknown',
      Buffer.from('sku,name\nT1,Thé\n', 'latin1'),
      /not UTF-8. Choose its encoding.*windows-1252/,
    ],
    ['a workbook that is damaged', Buffer.from('PK\u0003\u0004 and no more'), /workbook is damaged/],
    ['a workbook of the old format', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel format/],
  ])('is %s', async (_what, body, message) => {
    serve(body)
    const expected = expect.stringMatching(message)
    await expect(recordsOf()).rejects.toMatchObject({ code: 'source_invalid', message: expected })
  })

  test('is compressed and damaged', async () => {
    serve(gzipSync('sku,name\nT1,Tea\n').subarray(0, 20))
    const message = expect.stringMatching(/compressed \(gzip\) and damaged.*Check the file/)
    await expect(recordsOf()).rejects.toMatchObject({ code: 'source_server', message })
  })

  test('is a picture', async () => {
    serve(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))
    await expect(recordsOf()).rejects.toThrow('This is a picture (PNG), not a table')
  })

  test('is a web page', async () => {
    serve('<!DOCTYPE html><html><title>Log in</title></html>', 'text/html')
    await expect(recordsOf()).rejects.toMatchObject({
      code: 'source_server',
      message: expect.stringMatching(/web page.*login page.*Check the URL/),
    })
  })

  test('leads to a login page', async () => {
    fake.bodies.set(`${path}/login`, { body: '\n<html lang="en"><form>', contentType: 'text/html' })
    fake.faults.push(({ url }, response) => {
      if (url !== path) return false
      response.writeHead(302, { location: `${path}/login?secret=1` }).end()
      return true
    })
    const error = await recordsOf().catch((reason: unknown) => String(reason))
    expect(error).toContain(`redirected Pictable to ${new URL(fake.url).host}${path}/login.`)
    expect(error).not.toContain('secret')
  })

  test.each([
    [401, 'source_auth'],
    [402, 'source_quota'],
    [403, 'source_forbidden'],
    [404, 'source_not_found'],
    [410, 'source_not_found'],
    [418, 'source_invalid'],
    [500, 'source_unavailable'],
  ])('is answered with %i', async (status, code) => {
    fake.faults.push((_, response) => response.writeHead(status).end('<html>') === response)
    const source = open({ url: `${fake.url}${path}?token=abcdef`, header: 'X-Token: ghijkl' })
    const error = await recordsOf(source).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code, message: expect.stringContaining(`${path}`) })
    expect(String(error)).toContain(`(${status})`)
    expect(String(error)).not.toMatch(/abcdef|ghijkl/)
  })

  test.each([
    ['with Retry-After', { 'retry-after': '7' }, 7000],
    ['without Retry-After', {}, 5000],
  ])('waits as it is told, %s', async (_what, headers, pauseMs) => {
    serve('sku,price\nT1,3.5\n')
    let left = 2
    fake.faults.push((_, response) => left-- > 0 && response.writeHead(429, headers).end() === response)
    expect(await recordsOf()).toEqual([tea])
    expect(pauses).toEqual([pauseMs, pauseMs])
  })

  test('is larger than a feed may be', async () => {
    fake.faults.push((_, response) => response.writeHead(200, { 'content-length': 600_000_000 }).write('a') || true)
    const message = expect.stringMatching(/^The response of "127\.0\.0\.1" is larger than .*500 MB.*fewer records/)
    await expect(recordsOf()).rejects.toMatchObject({ code: 'source_invalid', message })
  })

  test('is not asked for more often than the connection allows', async () => {
    const limited = await openFeedWorld({
      ...free,
      enter: async ({ budget }: { budget?: { perDay: number | null } } = {}) => {
        throw Object.assign(new Error(`at most ${budget?.perDay}`), { code: 'source_quota' })
      },
    })
    const source = limited.open({ url: `${fake.url}${path}`, key: 'sku', calls_per_day: 5 })
    await expect(recordsOf(source)).rejects.toMatchObject({ code: 'source_quota', message: 'at most 5' })
    expect(fake.answers).toEqual([])
    await limited.close()
  })

  test('is not lost when an update of it is broken', async () => {
    serve('sku,price\nT1,3.5\n')
    const source = open({ key: 'sku' })
    expect(await recordsOf(source)).toEqual([tea])
    serve('sku,price\nT1,3.5\nT1,4\n')
    for (const _ of [1, 2]) await expect(recordsOf(source)).rejects.toThrow('Line 3')
    serve('sku,price\nT1,3.5\n')
    expect(await recordsOf(source)).toEqual([tea])
  })
})
