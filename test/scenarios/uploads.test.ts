import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const csvHeaders = { 'content-type': 'text/csv; charset=utf-8' }
const imported = z.looseObject({ table: z.looseObject({ id: z.string() }), added: z.int() })

const importNew = (body: string | Uint8Array, name = 'Products') =>
  app.request('POST', `/v1/tables/import?name=${encodeURIComponent(name)}`, { body, headers: csvHeaders })

async function rowsOf(tableId: string): Promise<unknown> {
  return (await app.request('GET', `/v1/tables/${tableId}/rows?limit=100`)).json
}

describe('a CSV file', () => {
  test.each([
    ['with commas', 'Name,Price\nTeapot,24.5\n'],
    ['with semicolons', 'Name;Price\nTeapot;24.5\n'],
    ['with tabs', 'Name\tPrice\nTeapot\t24.5\n'],
    ['with a byte order mark', '\ufeffName,Price\nTeapot,24.5\n'],
    ['with Windows line ends', 'Name,Price\r\nTeapot,24.5\r\n'],
    ['without a last line end', 'Name,Price\nTeapot,24.5'],
    ['with quotes', '"Name","Price"\n"Teapot","24.5"\n'],
  ])('%s becomes a table', async (_, csv) => {
    const answer = await importNew(csv)
    expect(answer.status).toBe(201)
    const { table, added } = imported.parse(answer.json)
    expect(answer.headers.get('location')).toBe(`/v1/tables/${table.id}`)
    expect(added).toBe(1)
    expect(table).toMatchObject({
      name: 'Products',
      fields: [
        { name: 'Name', kind: 'text' },
        { name: 'Price', kind: 'number' },
      ],
    })
    expect(await rowsOf(table.id)).toMatchObject({ results: [{ fields: { Name: 'Teapot', Price: 24.5 } }] })
  })

  test('with quoted line ends, quotes and emoji keeps them', async () => {
    const { table } = imported.parse((await importNew('Name,Note\n"A ""big""\npot",🫖\n')).json)
    expect(await rowsOf(table.id)).toMatchObject({ results: [{ fields: { Name: 'A "big"\npot', Note: '🫖' } }] })
  })

  test('is added to a table that is there', async () => {
    const { table } = imported.parse((await importNew('Name,Price\nTeapot,24.5\n')).json)
    const path = `/v1/tables/${table.id}/import`
    const answer = await app.request('POST', path, { body: 'Price,Name\n7,Cup\n', headers: csvHeaders })
    expect(answer).toMatchObject({ status: 200, json: { added: 1 } })
    expect(await rowsOf(table.id)).toMatchObject({
      results: [{ fields: { Name: 'Teapot' } }, { fields: { Name: 'Cup', Price: 7 } }],
    })
  })

  test('that does not fit the table adds nothing', async () => {
    const { table } = imported.parse((await importNew('Name,Price\nTeapot,24.5\n')).json)
    const path = `/v1/tables/${table.id}/import`
    const answer = await app.request('POST', path, { body: 'Name,Price\nCup,7\nPot,cheap\n', headers: csvHeaders })
    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(/Price/)
    expect(await rowsOf(table.id)).toMatchObject({ results: [{ fields: { Name: 'Teapot' } }] })
  })

  test('with a cell of 1 MB is taken whole', async () => {
    const answer = await importNew(`Name\n${'a'.repeat(1_000_000)}\n`)
    const { table } = imported.parse(answer.json)
    const rows = z.looseObject({ results: z.array(z.looseObject({ fields: z.record(z.string(), z.string()) })) })
    expect(rows.parse(await rowsOf(table.id)).results[0]?.fields.Name?.length).toBe(1_000_000)
  })

  test.each([
    ['of no bytes', ''],
    ['with a row of too many cells', 'Name,Price\nTeapot,24.5,7\n'],
    ['with a quote that never ends', 'Name\n"Teapot\n'],
    ['with a column twice', 'Name,Name\na,b\n'],
    ['that is no text', Uint8Array.of(0, 159, 146, 150, 0, 1, 2)],
    ['with NUL', 'Name\na\0b\n'],
  ])('%s is refused in words', async (_, csv) => {
    const before = (await app.request('GET', '/v1/tables?limit=100')).text
    const answer = await importNew(csv)
    expect(answer.json).toMatchObject({ status: 400, code: 'invalid_request', detail: expect.stringMatching(/./) })
    expect((await app.request('GET', '/v1/tables?limit=100')).text).toBe(before)
  })

  test('sent as JSON is refused', async () => {
    const answer = await app.request('POST', '/v1/tables/import?name=x', { body: { a: 1 } })
    expect(answer).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } })
  })

  test('without a name is refused', async () => {
    const answer = await app.request('POST', '/v1/tables/import', { body: 'a\n1\n', headers: csvHeaders })
    expect(answer.json).toMatchObject({ status: 400, errors: [{ pointer: '/query/name', detail: 'is missing' }] })
  })
})

const bytesHeaders = { 'content-type': 'application/octet-stream' }
const upload = (body: Uint8Array, filename = 'a.png', headers = bytesHeaders) =>
  app.request('POST', `/v1/assets?filename=${encodeURIComponent(filename)}`, { body, headers })

const square = (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif') =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: '#f00' } })
    .toFormat(format)
    .toBuffer()

const named = z.looseObject({ id: z.string(), src: z.string() })

describe('a picture', () => {
  test('is deleted unless a template, an action or a row names it', async () => {
    const { id, src } = named.parse((await upload(new Uint8Array(await square('png')))).json)
    const path = `/v1/assets/${id}`
    expect((await app.request('GET', `${path}/uses`)).json).toEqual({ results: [] })
    const layer = { type: 'image', name: 'Logo', width: 4, height: 4, src }
    const design = { schema: 1, name: 'With "logo"', width: 9, height: 9, layers: [layer] }
    const template = named
      .omit({ src: true })
      .parse((await app.request('POST', '/v1/templates', { body: { design } })).json)
    const { table } = imported.parse((await importNew(`Name,Photo\nTeapot,${src}\n`, 'Pots')).json)
    const uses = [
      { kind: 'template', id: template.id, name: 'With "logo"' },
      { kind: 'table', id: table.id, name: 'Pots' },
    ]
    expect((await app.request('GET', `${path}/uses`)).json).toEqual({ results: uses })
    const refused = await app.request('DELETE', path)
    expect(refused).toMatchObject({ status: 409, json: { detail: expect.stringContaining('the table "Pots"') } })
    expect((await app.request('DELETE', `${path}?force=true`)).status).toBe(204)
    for (const gone of [path, `${path}/content`, `${path}/uses`])
      expect((await app.request('GET', gone)).status).toBe(404)
  })

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('in %s is kept and served as it is', async (format) => {
    const bytes = new Uint8Array(await square(format))
    const answer = await upload(bytes, 'röd.bin')
    expect(answer).toMatchObject({
      status: 201,
      json: { content_type: `image/${format}`, filename: 'röd.bin', bytes: bytes.length },
    })
    const { id, src } = z.looseObject({ id: z.string(), src: z.string() }).parse(answer.json)
    expect(src).toBe(`asset:${id}`)
    const content = await app.request('GET', `/v1/assets/${id}/content`)
    expect(content.bytes).toEqual(bytes)
    expect(Object.fromEntries(content.headers)).toMatchObject({
      'content-type': `image/${format}`,
      'x-content-type-options': 'nosniff',
    })
    expect((await app.request('GET', `/v1/assets/${id}/content`, { key: null })).status).toBe(401)
  })

  test('in SVG is kept as it is, and served so that nothing in it can run', async () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const answer = await upload(new TextEncoder().encode(text), 'a.svg', { 'content-type': 'image/svg+xml' })
    expect(answer).toMatchObject({ status: 201, json: { content_type: 'image/svg+xml' } })
    const { id } = z.looseObject({ id: z.string() }).parse(answer.json)
    const content = await app.request('GET', `/v1/assets/${id}/content`)
    expect(content.text).toBe(text)
    expect(Object.fromEntries(content.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*; sandbox$/),
      'x-content-type-options': 'nosniff',
    })
  })

  test('is the asset that has its bytes already, if it may be', async () => {
    const bytes = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="7"/>')
    const reuse = (body: Uint8Array, headers = bytesHeaders) =>
      app.request('POST', '/v1/assets?filename=b.svg&reuse=true', { body, headers })
    const first = await reuse(bytes)
    expect(first).toMatchObject({ status: 201, json: { filename: 'b.svg' } })
    const other = await upload(bytes, 'a.svg')
    expect(other).toMatchObject({ status: 201, json: { filename: 'a.svg' } })
    const again = await reuse(bytes)
    expect([again.status, again.json]).toEqual([200, other.json])
    expect(again.headers.get('location')).toBe(`/v1/assets/${named.parse(other.json).id}`)
    expect((await reuse(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(201)
    expect((await reuse(new TextEncoder().encode('no picture'))).status).toBe(415)
  })

  test('is known by its bytes, not by what it is called', async () => {
    const answer = await upload(new Uint8Array(await square('png')), 'a.jpg', { 'content-type': 'image/jpeg' })
    expect(answer.json).toMatchObject({ content_type: 'image/png' })
  })

  test.each([
    ['no bytes', new Uint8Array()],
    ['the first bytes of a PNG alone', Uint8Array.of(0x89, 0x50, 0x4e)],
    ['text', new TextEncoder().encode('not a picture')],
    ['HTML', new TextEncoder().encode('<html><script>alert(1)</script>')],
  ])('that is %s is refused', async (_, bytes) => {
    const answer = await upload(bytes)
    expect(answer).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } })
    expect(answer.text).toContain('a.png')
  })

  test('of 26 MB is refused, and so are 51 MB of anything', async () => {
    const big = new Uint8Array(26_000_000)
    big.set(await square('png'))
    expect(await upload(big)).toMatchObject({ status: 413, json: { code: 'payload_too_large' } })
    // The server answers before all of it has come: who still sends may see no more than the end of the connection.
    const answer = await upload(new Uint8Array(51 * 1024 * 1024)).then(
      ({ status }) => status,
      () => 'cut off',
    )
    expect([413, 'cut off']).toContain(answer)
  })

  test.each(['text/html', 'multipart/form-data; boundary=x'])('sent as %s is refused', async (type) => {
    const answer = await upload(new Uint8Array(await square('png')), 'a.png', { 'content-type': type })
    expect(answer.status).toBe(415)
  })
})

test('none of it was an error of ours', () => expect(app.errors).toEqual([]))
