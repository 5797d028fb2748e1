import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminKey, startWholeApp, type WholeApp } from './whole-app.ts'

let app: WholeApp
beforeAll(async () => {
  app = await startWholeApp()
})
afterAll(() => app.close())

const fromRenderer = createRequire(join(import.meta.dirname, '../../packages/renderer/package.json'))
const fontFile = async (path: string) => new Uint8Array(await readFile(fromRenderer.resolve(path)))
const variable = () => fontFile('inter-ui/variable/InterVariable.woff2')
const mono = () => fontFile('@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf')

const get = (path: string) => fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${adminKey}` } })

test('every bundled font, and each custom one, can be drawn by a page', async () => {
  const { client } = app
  await client.fonts.upload({ query: { filename: 'brand.ttf', family: 'Brand' }, body: await mono() })
  const { faces } = await client.templateFiles.fonts({})
  expect(faces.map(({ family }) => family)).toEqual(expect.arrayContaining(['Inter', 'Noto Sans JP', 'Brand']))
  const urls = faces.flatMap((face) =>
    'slicesSrc' in face ? [face.slicesSrc] : [face.src, face.layoutSrc ?? []].flat(),
  )
  for (const url of urls) {
    const response = await get(url)
    expect([url, response.status, (await response.bytes()).length > 100]).toEqual([url, 200, true])
    if (!url.startsWith('/v1/fonts/')) expect(response.headers.get('cache-control')).toContain('immutable')
  }
  const [list = ''] = urls.filter((url) => url.endsWith('.json'))
  const slices = await (await get(list)).json()
  const { src, layoutSrc } = slices[0]
  expect([(await get(src)).status, (await get(layoutSrc)).status]).toEqual([200, 200])
  const [first = ''] = urls
  expect((await get(first.replace(/fonts\/[^/]+\//, 'fonts/9.9.9-1/'))).status).toBe(404)
  expect((await get(first.replace(/[^/]+$/, '..%2F..%2Fpackage.json'))).status).toBe(404)
  expect((await fetch(`${app.url}${first}`)).status).toBe(401)
})

test('the layout tables of a WOFF2 font are unpacked, and what is no font is refused', async () => {
  const tables = await app.client.templateFiles.layoutTables({ body: await variable() })
  expect(Buffer.from(tables.subarray(0, 4)).toString('hex')).toBe('00010000')
  const broken = (await variable()).fill(7, 4, 2000)
  for (const body of [new Uint8Array(), new TextEncoder().encode('no font'), broken])
    await expect(app.client.templateFiles.layoutTables({ body })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('font'),
    })
})

test('pictures of assets are loaded undecoded; other files and addresses are refused', async () => {
  const { client } = app
  const png = new Uint8Array(
    await sharp({ create: { width: 3, height: 2, channels: 3, background: '#f00' } })
      .png()
      .toBuffer(),
  )
  const { id } = await client.assets.upload({ query: { filename: 'red.png' }, body: png })
  expect(Buffer.from(await client.templateFiles.load({ body: { src: `asset:${id}` } })).equals(Buffer.from(png))).toBe(
    true,
  )
  const font = await client.fonts.upload({ query: { filename: 'brand.ttf', family: 'Brand Two' }, body: await mono() })
  expect((await client.templateFiles.load({ body: { src: `font:${font.hash}` } })).length).toBe(font.bytes)
  for (const src of [
    'asset:ast_none',
    'http://127.0.0.1:1/x.png',
    'http://169.254.169.254/latest',
    'font:../../secret.key',
    `font:${'0'.repeat(64)}`,
    'file:///etc/passwd',
    '../x.png',
  ])
    await expect(client.templateFiles.load({ body: { src } })).rejects.toMatchObject({ status: 422 })
})

test('a region of an unsaved design has the pixels of the whole image, and is bounded', async () => {
  const { client } = app
  const layer = {
    type: 'text',
    name: 'Title',
    x: 10,
    y: 10,
    width: 280,
    height: 80,
    fontSize: 40,
    text: { bind: 'Title' },
  }
  const design = { schema: 1, width: 300, height: 100, background: '#fde68a', layers: [layer] }
  const draw = (region: Record<'x' | 'y' | 'width' | 'height', number>, scale = 2) =>
    client.templates.drawRegion({ body: { design, values: { Title: 'Wim' }, region, scale } })
  const whole = sharp(await draw({ x: 0, y: 0, width: 300, height: 100 }))
  expect(await whole.metadata()).toMatchObject({ format: 'png', width: 600, height: 200 })
  const part = sharp(await draw({ x: 20, y: 5, width: 60, height: 50 }))
  const crop = whole.clone().extract({ left: 40, top: 10, width: 120, height: 100 })
  expect((await part.raw().toBuffer()).equals(await crop.raw().toBuffer())).toBe(true)
  await expect(draw({ x: 0, y: 0, width: 3000, height: 3000 })).rejects.toMatchObject({ status: 400 })
  await expect(draw({ x: 400, y: 0, width: 10, height: 10 })).rejects.toMatchObject({ status: 422 })
})
