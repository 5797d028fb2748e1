import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostPictures, makePictures, type PictureHost } from '#test/scenarios/bad-pictures.ts'
import {
  makeAction,
  type RunRecord,
  recordsOf,
  startWholeApp,
  trigger,
  untilEnded,
  type WholeApp,
} from '#test/scenarios/whole-app.ts'
import { freePort } from '#test/server-process.ts'

let app: WholeApp
let adminPort: number
let host: PictureHost
let pictures: Awaited<ReturnType<typeof makePictures>>

beforeAll(async () => {
  pictures = await makePictures()
  host = await hostPictures(pictures.files)
  adminPort = await freePort()
  app = await startWholeApp({ PICTABLE_EGRESS_ALLOW: '127.0.0.1/32', PICTABLE_ADMIN_PORT: String(adminPort) })
})
afterAll(async () => {
  await app.close()
  await host.close()
})

/** What the renderers tell whoever watches them, by name and reason. */
async function renderMetrics(): Promise<Map<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${adminPort}/metrics`)
  const samples = (await answer.text()).matchAll(/^(render_\w+)(?:\{reason="(\w+)"\})? (\S+)$/gm)
  return new Map([...samples].map(([, name = '', reason, value]) => [reason ?? name, Number(value)]))
}

const text = { name: 'Name', kind: 'text' } as const
const fields = [text, { ...text, name: 'Photo' }, { ...text, name: 'Url' }, { ...text, name: 'Error' }]
const design = {
  schema: 1,
  width: 100,
  height: 100,
  layers: [
    { type: 'image', name: 'Picture', width: 100, height: 100, src: { bind: 'Photo' } },
    { type: 'text', name: 'Label', x: 30, y: 45, width: 40, height: 10, fontSize: 8, text: { bind: 'Name' } },
  ],
}
const writeBack = { url: 'Url', error: 'Error' }

const blocked = (port: string) => `http://${port}/good.jpg`

/** Pictures that must simply work; the others, with the code of the reason and what it says. */
const whole = [
  '/good.jpg',
  '/a-png-named.jpg',
  '/animated.gif',
  '/turned-by-exif.jpg',
  '/cmyk.jpg',
  '/16-bit.png',
  '/drawing.svg',
]
const broken: [path: string, code: string, says: RegExp][] = [
  ['/empty.jpg', 'image_empty', /is empty \(0 bytes\); replace the file/],
  ['/truncated.jpg', 'image_truncated', /its end is missing; replace the file/],
  ['/truncated.png', 'image_truncated', /its end is missing; replace the file/],
  ['/a-page-named.jpg', 'image_type', /is HTML: the URL is a web page/],
  ['/400-megapixels.png', 'image_too_large', /more than 50 million pixels; save it smaller/],
  ['/claims-400-megapixels.jpg', 'image_too_large', /more than 50 million pixels; save it smaller/],
  [
    '/script.svg',
    'svg_refused',
    /is an SVG that contains a script \(<script>\): remove it, or save the picture as PNG/,
  ],
  ['/local-file.svg', 'svg_refused', /external picture .*: embed the picture/],
  ['/elsewhere.svg', 'svg_refused', /external picture .*169\.254\.169\.254/],
  ['/entities.svg', 'svg_refused', /its own document type/],
  ['/copies-of-copies.svg', 'svg_too_complex', /more than 50000 shapes after its references are resolved; simplify it/],
  ['/bomb-inside.svg', 'image_too_large', /an embedded picture has more than 50 million pixels; save it smaller/],
  ['/cut-short.svg', 'image_broken', /is a damaged SVG .*; open it in a drawing program and save it again/],
  ['/noise.jpg', 'image_type', /use JPEG, PNG, WebP, GIF, AVIF or SVG/],
  ['/expired', 'image_status', /returned 403 \(the link may have expired\)/],
  ['/nothing', 'image_status', /returned 404 \(not found\)/],
  ['/endless', 'image_too_large', /larger than 25 MiB; save it smaller/],
  ['/moved', 'image_blocked_address', /"169\.254\.169\.254": its IP address is link-local/],
]
const hostile: [src: string, code: string, says: RegExp][] = [
  [
    blocked('127.0.0.2'),
    'image_blocked_address',
    /"127\.0\.0\.2": its IP address is not public\. .* with PICTABLE_EGRESS_ALLOW \(/,
  ],
  [
    blocked('localhost'),
    'image_blocked_address',
    /"localhost": its name belongs to a private network\. .* PICTABLE_EGRESS_ALLOW \(/,
  ],
  [blocked('[::1]'), 'image_blocked_address', /its IP address is not public/],
  [blocked('169.254.169.254'), 'image_blocked_address', /metadata service \(/],
  [blocked('127.0.0.1:6379'), 'image_blocked_port', /port 6379 is blocked/],
  [blocked('me:secret@127.0.0.1'), 'image_blocked_url', /contains a user name or a password/],
  ['file:///etc/passwd', 'image_address', /must be asset:<id> or begin with https:/],
  ['/etc/passwd', 'image_address', /must be asset:<id> or begin with https:/],
  ['gopher://127.0.0.1/', 'image_address', /must be asset:<id> or begin with https:/],
  ['asset:ast_unknown', 'image_missing', /is not an existing asset \(ast_unknown\)/],
  ['data:text/html,<b>page</b>', 'image_type', /is not a picture/],
]

/** A colour of the upper and of the lower half. */
async function colours({ image_url: url }: RunRecord): Promise<string[]> {
  const bytes = new Uint8Array(await (await fetch(url ?? 'no image')).arrayBuffer())
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [10, 90].map((y) => {
    const [red = 0, , blue = 0] = data.subarray((y * info.width + 10) * info.channels)
    return red > blue ? 'red' : 'blue'
  })
}

describe('a run over records with bad input', () => {
  const records = new Map<string, RunRecord>()
  let rows: Map<string, Record<string, unknown>>

  beforeAll(async () => {
    const web = (path: string) => `http://127.0.0.1:${host.port}${path}`
    const bomb = `data:image/png;base64,${pictures.bomb.toString('base64')}`
    const given = [
      ...Object.keys(pictures.files).map((path) => ({ Name: path, Photo: web(path) })),
      ...['/expired', '/nothing', '/moved', '/endless'].map((path) => ({ Name: path, Photo: web(path) })),
      ...hostile.map(([src]) => ({ Name: src, Photo: src })),
      { Name: 'bomb', Photo: bomb },
      { Name: 'a'.repeat(500_000), Photo: web('/good.jpg') },
      { Name: `${'word '.repeat(60_000)}${'مرحبا '.repeat(20_000)}${'\n'.repeat(100_000)}`, Photo: web('/good.jpg') },
    ]
    const { actionId, tableId } = await makeAction(app.client, { fields, rows: given, design, writeBack })
    const run = await untilEnded(app.client, await trigger(app.client, actionId))
    for (const record of await recordsOf(app.client, run.id)) records.set(record.label, record)
    const good = new Set<string>([...whole, ...given.slice(-2).map(({ Name }) => Name)])
    const lost = [...records.values()].filter(({ label, reason }) => reason !== null && good.has(label))
    expect(lost.map(({ label, reason }) => `${label.slice(0, 40)}: ${reason?.code} ${reason?.message}`)).toEqual([])
    expect(run).toMatchObject({
      state: 'completed',
      error: null,
      total: given.length,
      rendered: whole.length + 2,
      failed: given.length - whole.length - 2,
      skipped: 0,
      cancelled: 0,
      pending: 0,
      written_back: whole.length + 2,
    })
    const { results } = await app.client.tables.rows({ params: { id: tableId }, query: { limit: 100 } })
    rows = new Map(results.map((row) => [row.id, row.fields]))
  })

  const recordOf = (label: string) => {
    const record = records.get(label)
    if (!record) throw new Error(`no record ${label}`)
    return record
  }

  test.each(whole)('%s works', async (path) => {
    const record = recordOf(path)
    expect(record).toMatchObject({ state: 'rendered', reason: null, written_back: true })
    expect(await colours(record)).toEqual(['red', 'blue'])
    expect(rows.get(record.record_id)).toMatchObject({ Url: record.image_url })
  })

  test.each([...broken, ...hostile])('%s fails with the reason', (label, code, says) => {
    const record = recordOf(label)
    expect(record).toMatchObject({ state: 'failed', image_url: null, written_back: false, reason: { code } })
    const message = record.reason?.message ?? ''
    expect(message).toMatch(says)
    expect(message.startsWith(`Record ${record.record_id} "${label}": the image in field Photo `)).toBe(true)
    expect(message.endsWith(`(${code})`)).toBe(true)
    expect(rows.get(record.record_id)).toMatchObject({ Error: message })
  })

  test('a bomb inside of an address fails with the reason, and is not repeated in it', () => {
    expect(recordOf('bomb').reason).toMatchObject({ code: 'image_too_large' })
    expect(recordOf('bomb').reason?.message.length).toBeLessThan(300)
  })

  test('texts of half a megabyte are drawn as far as there is room, and make short labels', () => {
    const long = [...records].filter(([label]) => label.length > 150)
    expect(long.map(([label, { state }]) => [label.length <= 200, state])).toEqual([
      [true, 'rendered'],
      [true, 'rendered'],
    ])
  })

  test('no process was lost over it, and none grew beyond its bounds', async () => {
    const metrics = await renderMetrics()
    expect(Object.fromEntries(metrics)).toMatchObject({
      crashed: 0,
      timed_out: 0,
      render_waiting: 0,
      render_processes: 2,
    })
    expect(metrics.get('render_resident_memory_bytes')).toBeLessThan(2 * 700 * 2 ** 20)
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  })
})

describe('a design that asks too much', () => {
  const layer = { type: 'rectangle', x: 0, y: 0, width: 10_000, height: 10_000, opacity: 0.5, blendMode: 'luminosity' }

  test('ends at the deadline, and the records of others are made', async () => {
    const shadow = { blur: 500, color: '#000000' }
    const layers = Array.from({ length: 500 }, (_, index) => ({ ...layer, name: `L${index}`, fill: '#123456', shadow }))
    // No larger: it has to run out of time, not of memory.
    const endless = { schema: 1, width: 4000, height: 4000, layers }
    const hard = await makeAction(app.client, { fields, rows: [{ Name: 'Hard' }], design: endless })
    const rows = Array.from({ length: 20 }, (_, index) => ({ Name: `Easy ${index}` }))
    const easy = await makeAction(app.client, { fields, rows, design })
    const [hardRun, easyRun] = [await trigger(app.client, hard.actionId), await trigger(app.client, easy.actionId)]
    expect(await untilEnded(app.client, easyRun)).toMatchObject({ state: 'completed', rendered: 20, failed: 0 })
    const ended = await untilEnded(app.client, hardRun)
    expect(ended).toMatchObject({ state: 'completed', total: 1, rendered: 0, failed: 1 })
    const [record] = await recordsOf(app.client, ended.id)
    expect(record?.reason).toMatchObject({
      code: 'render_timeout',
      message: expect.stringMatching(/"Hard": Rendering took longer than 5 seconds .*Use fewer or smaller layers/),
    })
  })

  const simple = { type: 'text', name: 'a', width: 10, height: 10 }
  const anchored = (name: string, to: string) => ({ ...simple, name, anchor: { layer: to, side: 'below' } })
  test.each([
    ['a circle of anchors', { layers: [anchored('a', 'b'), anchored('b', 'a')] }, '/design/layers/0/anchor/layer'],
    ['an anchor to nothing', { layers: [anchored('a', 'z')] }, '/design/layers/0/anchor/layer'],
    ['an unknown kind of layer', { layers: [simple, { ...simple, type: 'hologram' }] }, '/design/layers/1/type'],
    ['an unknown property', { layers: [{ ...simple, colour: 'red' }] }, '/design/layers/0/colour'],
    ['two layers of one name', { layers: [simple, simple] }, '/design/layers/1/name'],
    ['an absurd size', { width: 1e9 }, '/design/width'],
    ['a negative size', { layers: [{ ...simple, width: -1 }] }, '/design/layers/0/width'],
    ['an absurd font size', { layers: [{ ...simple, fontSize: 1e6 }] }, '/design/layers/0/fontSize'],
    ['501 layers', { layers: Array.from({ length: 501 }, (_, n) => ({ ...simple, name: `${n}` })) }, '/design/layers'],
    ['an unknown schema', { schema: 2 }, '/design/schema'],
  ])('%s is refused with its place', async (_, change, pointer) => {
    const creating = app.client.templates.create({
      body: { design: { schema: 1, width: 100, height: 100, layers: [], ...change } },
    })
    await expect(creating).rejects.toMatchObject({ problem: { status: 400, code: 'invalid_request' } })
    await creating.catch(({ problem }) => expect(problem.errors[0]).toMatchObject({ pointer }))
  })
})
