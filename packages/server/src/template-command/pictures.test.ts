import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@pictable/client'
import { parseTemplate } from '@pictable/renderer/template'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { LockedServer } from './lock-file.ts'
import { asInFile, asOnServer, uploadPictures } from './pictures.ts'

let folder: string
const sent: string[] = []

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'pictable-pictures-'))
  onTestFinished(() => rm(root, { recursive: true }))
  folder = join(root, 'designs')
  await mkdir(join(folder, 'photos'), { recursive: true })
  for (const path of ['designs/photos/mug.png', 'private.png']) await writeFile(join(root, path), path)
  await symlink(join(root, 'private.png'), join(folder, 'link.png'))
  sent.length = 0
})

const asset = { id: 'ast_1', src: 'asset:ast_1', filename: 'x', content_type: 'image/png', bytes: 1 }
/** What the server has beside what is sent. */
const kept = new Set<string>()
const client = createClient({
  baseUrl: 'https://pictable.example',
  apiKey: 'key',
  fetch: async (url, given) => {
    const request = new Request(url, given)
    const [, id = ''] = /\/v1\/assets\/(\w+)$/.exec(request.url) ?? []
    if (request.method === 'GET' && !kept.has(id))
      return Response.json(
        {
          type: 'about:blank',
          title: 'Not found',
          status: 404,
          code: 'not_found',
          detail: 'There is no asset.',
          errors: [],
        },
        { status: 404, headers: { 'content-type': 'application/problem+json' } },
      )
    if (request.method === 'GET') return Response.json({ ...asset, id, src: `asset:${id}` })
    sent.push(await request.text())
    return Response.json(asset, { status: 201 })
  },
})

function upload(src: string, server: LockedServer = { templates: {}, pictures: {} }) {
  const layer = { type: 'image', name: 'Photo', width: 10, height: 10, src }
  const design = parseTemplate({ schema: 1, width: 10, height: 10, layers: [layer] })
  return uploadPictures(client, { design, folder, path: 'sale.json' }, server)
}

test.each(['photos/mug.png', './photos/../photos/mug.png'])('the picture %s of the folder is sent', async (src) => {
  expect(await upload(src)).toBe(1)
  expect(sent).toEqual(['designs/photos/mug.png'])
})

const mug = { type: 'picture', src: 'photos/mug.png' } as const
const shape = { type: 'ellipse', name: 'Disc', width: 10, height: 10, fill: mug } as const

test.each([
  ['the page is', { background: mug, layers: [] }],
  [
    'without another one the page is',
    { background: { ...mug, src: { bind: 'Scene' }, fallback: mug.src }, layers: [] },
  ],
  ['a shape is', { layers: [shape] }],
])('the picture with which %s painted is sent, and is the same file when it is pulled', async (_what, painted) => {
  const design = parseTemplate({ schema: 1, width: 10, height: 10, ...painted })
  const server: LockedServer = { templates: {}, pictures: {} }
  expect(await uploadPictures(client, { design, folder, path: 'sale.json' }, server)).toBe(1)
  const pushed = asOnServer(design, server)
  expect(JSON.stringify(pushed)).toBe(JSON.stringify(design).replace(mug.src, asset.src))
  expect(asInFile(parseTemplate(pushed), server)).toEqual(design)
})

test('a picture that the lock file names is sent again only when the server no longer has it', async () => {
  const src = 'photos/mug.png'
  const sha256 = createHash('sha256').update('designs/photos/mug.png').digest('hex')
  const server = { templates: {}, pictures: { [src]: { sha256, src: 'asset:ast_0' } } }
  kept.add('ast_0')
  expect(await upload(src, server)).toBe(0)
  kept.delete('ast_0')
  expect(await upload(src, server)).toBe(1)
  expect(server.pictures[src]).toEqual({ sha256, src: 'asset:ast_1' })
})

test('a picture below the working directory is sent', async () => {
  expect(await upload(join(process.cwd(), 'examples/photos/mug.jpg'))).toBe(1)
})

test.each(['../private.png', 'photos/../../private.png', 'link.png'])(
  'the file %s, which a design from someone else may name, is not sent',
  async (src) => {
    await expect(upload(src)).rejects.toThrow(`shows the picture ${src}, which is outside the folder`)
    await expect(upload(join(folder, src))).rejects.toThrow('outside the folder')
    expect(sent).toEqual([])
  },
)

test.each([
  [
    'the text in place of an empty result',
    { type: 'text', name: 'Hi', width: 10, height: 10, text: { expression: 'Name', fallback: 'friend' } },
  ],
  ['a cell of a table', { type: 'table', name: 'Team', width: 10, height: 10, rows: [{ src: 'friend' }] }],
])('%s is no picture', async (_what, layer) => {
  const design = parseTemplate({ schema: 1, width: 10, height: 10, layers: [layer] })
  const server = { templates: {}, pictures: { friend: { sha256: '0', src: 'asset:ast_1' } } }
  expect(await uploadPictures(client, { design, folder, path: 'sale.json' }, server)).toBe(0)
  expect(asOnServer(design, server)).toEqual(design)
  expect(asInFile(design, server)).toEqual(design)
})
