import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@pictable/client'
import { canonicalDesign, formatDesign } from '@pictable/renderer/format-design'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pictableProgram } from '#test/programs.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let client: Client
let root: string
let folder: string

beforeAll(async () => {
  app = await startApp()
  client = createClient({ baseUrl: app.url, apiKey: app.adminKey })
  root = await mkdtemp(join(tmpdir(), 'pictable-template-'))
})
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true })
})
beforeEach(async () => {
  for (const { id } of (await client.templates.list({ query: { limit: 100 } })).results)
    await client.templates.delete({ params: { id } })
  folder = await mkdtemp(join(root, 'designs-'))
})

interface Ended {
  code: number
  out: string
  err: string
}

function pictable(...words: string[]): Promise<Ended> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    PICTABLE_URL: app.url,
    PICTABLE_KEY: app.adminKey,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [pictableProgram(), 'template', ...words], { env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })
}

const size = { width: 100, height: 100 }
const title = { type: 'text', name: 'Title', ...size, x: 10, fontSize: 20, text: { bind: 'Title' } }
const sale = { schema: 1, name: 'Sale', ...size, layers: [title] }

const write = (name: string, design: unknown) => writeFile(join(folder, name), JSON.stringify(design, null, 2))
const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(folder, name), 'utf8'))
const named = async (name: string) => {
  const { results } = await client.templates.list({ query: { limit: 100 } })
  const found = results.filter((template) => template.name === name)
  if (found[0] === undefined || found.length > 1) throw new Error(`${found.length} templates are named ${name}`)
  return client.templates.get({ params: { id: found[0].id } })
}

describe('pictable template', () => {
  test('pushes new designs and changed ones, once', async () => {
    await write('sale.json', sale)
    await write('other.json', { ...sale, name: '' })
    expect(await pictable('push', folder, '--dry-run')).toMatchObject({
      code: 0,
      out: expect.stringContaining('would be created'),
    })
    expect((await client.templates.list({ query: {} })).results).toEqual([])
    expect(await pictable('push', folder, '--publish')).toMatchObject({ code: 0, err: '' })
    expect(await named('Sale')).toMatchObject({ latest_version: 1, published_version: 1, design: { layers: [title] } })
    expect(await named('other')).toMatchObject({ latest_version: 1 })
    expect((await pictable('push', folder)).out).toBe(
      `[1/2] ${folder}/other.json: unchanged\n[2/2] ${folder}/sale.json: unchanged\n`,
    )
    await write('sale.json', { ...sale, layers: [{ ...title, fontSize: 40 }] })
    expect(await pictable('push', join(folder, 'sale.json'))).toMatchObject({ code: 0 })
    expect(await named('Sale')).toMatchObject({ latest_version: 2, published_version: 1 })
    expect(await pictable('push', folder, '--publish')).toMatchObject({ code: 0 })
    expect(await named('Sale')).toMatchObject({ latest_version: 2, published_version: 2 })
    await rm(join(folder, '.pictable.json'))
    expect((await pictable('push', folder)).out).toContain('sale.json: unchanged')
  })

  test('says by layer what a push would change', async () => {
    await write('sale.json', sale)
    await pictable('push', folder)
    expect(await pictable('diff', folder)).toMatchObject({ code: 0, out: '1 of 1 designs match the server.\n' })
    const badge = { type: 'ellipse', name: 'Badge', ...size }
    await write('sale.json', { ...sale, width: 200, layers: [badge, { ...title, x: 60, fill: 'red', fontSize: 40 }] })
    const { id } = await named('Sale')
    expect(await pictable('diff', folder)).toMatchObject({
      code: 1,
      out: [
        `${folder}/sale.json: differs from version 1 of ${id}`,
        '  ~ the page',
        '    resized width 100 → 200',
        '  + "Badge" added',
        '  ~ "Title"',
        '    moved x 10 → 60',
        '    fontSize: 20 → 40',
        '    fill: nothing → "red"',
        '',
      ].join('\n'),
    })
  })

  test('never pushes over a version that it does not know', async () => {
    await write('sale.json', sale)
    await pictable('push', folder)
    const { id } = await named('Sale')
    await client.templates.update({ params: { id }, body: { design: { ...sale, width: 300 } } })
    await write('sale.json', { ...sale, width: 200 })
    expect(await pictable('push', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('version 2 was saved'),
    })
    expect(await pictable('pull', 'Sale', '--out', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('was changed'),
    })
    expect(await named('Sale')).toMatchObject({ latest_version: 2 })
    expect(await pictable('push', folder, '--force')).toMatchObject({ code: 0 })
    expect(await named('Sale')).toMatchObject({ latest_version: 3, design: { width: 200 } })
  })

  test('pushes no file of before there were expressions, whose braces were text', async () => {
    const saying = (text: string) => ({ ...sale, layers: [{ ...title, text }] })
    await write('sale.json', saying('Hi \\{{Name}}'))
    await pictable('push', folder)
    await write('sale.json', saying('Hi {{Name}}'))
    const cure = expect.stringContaining('Pull it again with --force')
    expect(await pictable('diff', folder)).toMatchObject({ code: 1, out: cure })
    expect(await pictable('push', folder, '--publish')).toMatchObject({ code: 2, err: cure })
    expect(await named('Sale')).toMatchObject({ latest_version: 1, published_version: null })
    expect(await pictable('push', folder, '--force')).toMatchObject({ code: 0 })
    expect(await named('Sale')).toMatchObject({ latest_version: 2, design: saying('Hi {{Name}}') })
  })

  test('formats files, and reports those that are not formatted', async () => {
    const withSchema = { $schema: 'https://example.com/schema.json', ...sale }
    const compact = JSON.stringify(Object.fromEntries(Object.entries(withSchema).reverse()))
    await writeFile(join(folder, 'sale.json'), compact)
    expect(await pictable('fmt', folder, '--check')).toMatchObject({
      ...{ code: 1, out: `${folder}/sale.json: not formatted\n` },
    })
    expect(await readFile(join(folder, 'sale.json'), 'utf8')).toBe(compact)
    expect(await pictable('fmt', folder)).toMatchObject({ code: 0, out: `${folder}/sale.json: formatted\n` })
    const formatted = await readFile(join(folder, 'sale.json'), 'utf8')
    expect(formatted.split('\n').slice(0, 8)).toEqual([
      ...['{', '  "$schema": "https://example.com/schema.json",', '  "schema": 1,', '  "name": "Sale",'],
      ...['  "width": 100,', '  "height": 100,', '  "layers": [', '    {'],
    ])
    expect(await pictable('fmt', folder, '--check')).toMatchObject({ code: 0, out: '1 designs are formatted.\n' })
    await write('wrong.json', { ...sale, width: 0 })
    expect(await pictable('fmt', folder)).toMatchObject({ code: 2, err: expect.stringContaining('wrong.json:') })
  })

  test('answers with designs, and pulls them, in the one text form', async () => {
    const backwards = Object.fromEntries(Object.entries(title).reverse())
    const { id } = await client.templates.create({ body: { name: 'Sale', design: { ...sale, layers: [backwards] } } })
    const { design } = await client.templates.get({ params: { id } })
    expect(JSON.stringify(design)).toBe(JSON.stringify(canonicalDesign(design)))
    expect(JSON.stringify(design)).not.toContain('"text":{"bind":"Title"},"fontSize":20,"x":10')
    await pictable('pull', '--out', folder)
    expect(await readFile(join(folder, 'sale.json'), 'utf8')).toBe(formatDesign(design))
  })

  test('pulls what is on the server, and leaves files alone that say the same', async () => {
    const { id } = await client.templates.create({ body: { name: 'Spring sale / EU', design: sale } })
    expect(await pictable('pull', '--out', folder)).toMatchObject({ code: 0, err: '' })
    expect(await read('spring-sale-eu.json')).toEqual(sale)
    const compact = JSON.stringify({ $schema: 'https://example.com/schema.json', ...sale })
    await writeFile(join(folder, 'spring-sale-eu.json'), compact)
    await pictable('pull', '--out', folder)
    expect(await readFile(join(folder, 'spring-sale-eu.json'), 'utf8')).toBe(compact)
    await client.templates.update({ params: { id }, body: { design: { ...sale, width: 300 } } })
    expect(await pictable('pull', id, '--out', folder)).toMatchObject({ code: 0 })
    expect(await read('spring-sale-eu.json')).toMatchObject({ $schema: 'https://example.com/schema.json', width: 300 })
    expect(await pictable('pull', 'Nothing', '--out', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('"Nothing"'),
    })
  })

  test('uploads the pictures of designs once, and writes their paths again', async () => {
    await cp('examples/photos/mug.jpg', join(folder, 'mug.jpg'))
    const photo = { type: 'image', name: 'Photo', ...size, src: 'mug.jpg' }
    await write('sale.json', { ...sale, layers: [photo, title] })
    for (const _ of ['first', 'again']) expect(await pictable('push', folder)).toMatchObject({ code: 0, err: '' })
    const { results } = await client.assets.list()
    expect(results.filter(({ filename }) => filename === 'mug.jpg')).toHaveLength(1)
    const { id, design } = await named('Sale')
    expect(design).toMatchObject({ layers: [{ src: results[0]?.src }, {}] })
    expect(await pictable('diff', folder)).toMatchObject({ code: 0 })
    await client.templates.update({ params: { id }, body: { design: { ...design, width: 300 } } })
    await pictable('pull', '--out', folder)
    expect(await read('sale.json')).toMatchObject({ width: 300, layers: [{ src: 'mug.jpg' }, {}] })
    await write('sale.json', { ...sale, layers: [{ ...photo, src: 'none.jpg' }] })
    expect(await pictable('push', folder)).toMatchObject({ code: 2, err: expect.stringContaining('none.jpg') })
  })

  test('pushes the whole gallery of the examples', async () => {
    await cp('examples/templates', folder, { recursive: true })
    const pushed = await pictable('push', folder, '--publish')
    expect(pushed).toMatchObject({ code: 0, err: '' })
    expect(pushed.out.match(/published$/gm)?.length).toBeGreaterThanOrEqual(15)
    expect(await pictable('diff', folder)).toMatchObject({ code: 0 })
    const { design } = await named('Gift voucher')
    expect(design).not.toHaveProperty('$schema')
    await write('font.json', { ...sale, fonts: [{ family: 'Own', src: 'own.ttf' }] })
    const refused = await pictable('push', join(folder, 'font.json'))
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('own.ttf') })
  })

  test('validates without a server, to the line', async () => {
    const fill = { bind: 'Colour', fallback: 'nocolour' }
    await write('sale.json', { ...sale, layers: [{ ...title, fill }] })
    const unfit = await pictable('validate', join(folder, 'sale.json'))
    expect(unfit).toMatchObject({ code: 1, out: '1 error.\n' })
    expect(unfit.err).toMatch(/sale\.json:\d+ layers\[0\]\.fill\.fallback is not a colour/)
    await write('sale.json', { ...sale, layers: [{ ...title, fontSize: 'big' }] })
    await writeFile(join(folder, 'broken.json'), '{\n  "schema": 1,\n')
    const found = await pictable('validate', folder)
    expect(found).toMatchObject({ code: 1, out: '2 errors.\n' })
    expect(found.err.split('\n')).toEqual([
      `${folder}/broken.json:2 is not JSON from here on: the file ends`,
      expect.stringMatching(/sale\.json:\d+ layers\[0\]\.fontSize must be a number or a binding$/),
      '',
    ])
    expect(await pictable('push', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('layers[0].fontSize'),
    })
    expect(await pictable('validate', join(folder, 'none'))).toMatchObject({ code: 2 })
    expect(await pictable('validate', 'examples/templates')).toMatchObject({ code: 0, err: '' })
  })

  test('lists the templates, and says what is wrong with the way there', async () => {
    const { id } = await client.templates.create({ body: { name: 'Sale', design: sale, publish: true } })
    expect((await pictable('list')).out).toBe(`${id}  v1  published  Sale\n`)
    expect(await pictable('list', '--key', 'wrong')).toMatchObject({ code: 2, err: expect.stringContaining('401') })
    const nowhere = await pictable('list', '--url', 'http://127.0.0.1:9')
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining('is unreachable') })
  })
})
