import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { joinPdfs } from '@pictable/renderer/join-pdfs'
import { damagedFile } from '@pictable/server/core/image/damaged-file.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesOf, tableOf } from './archive-kit.ts'
import { adminKey, makeAction, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

const design = {
  schema: 1,
  name: 'Badge',
  width: 40,
  height: 20,
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Name' }, width: 40, height: 20, fontSize: 8 }],
}

const names = ['Tea pot', 'tea pot', '../../etc/passwd', '=1+1', 'Ünï; "quoted"']

let app: WholeApp
let actionId: string

beforeAll(async () => {
  app = await startWholeApp()
  const parts = { fields: [{ name: 'Name', kind: 'text' as const }], rows: names.map((Name) => ({ Name })), design }
  actionId = (await makeAction(app.client, parts)).actionId
  expect(await untilEnded(app.client, await trigger(app.client, actionId))).toMatchObject({ rendered: names.length })
})
afterAll(() => app.close())

async function archived(query: Parameters<WholeApp['client']['images']['archive']>[0] = {}) {
  const files = filesOf(await app.client.images.archive(query))
  return { files, rows: tableOf(files) }
}

test('an archive holds each file under a name of its own, and a table of them', async () => {
  const { files, rows } = await archived({ query: { action_id: actionId } })
  const inside = [...files.keys()].map((name) => name.toLowerCase()).sort()
  expect(inside).toEqual(
    ['_=1+1.png', 'etc passwd.png', 'images.csv', 'tea pot (2).png', 'tea pot.png', 'ünï; quoted.png'].sort(),
  )
  expect(rows).toHaveLength(names.length)
  for (const { file, url, action, problem } of rows) {
    expect([action, problem]).toEqual(['Cards', ''])
    const original = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(files.get(file)?.equals(original)).toBe(true)
  }
  expect(rows.map(({ label }) => label)).toContain("'=1+1")
})

test('a file that is gone is a row with the reason', async () => {
  const { results } = await app.client.images.list({ query: { action_id: actionId } })
  const [lost] = results
  await app.world.storage.delete(`images/${lost?.url.split('/').at(-1)}`)
  const { files, rows } = await archived({ query: { action_id: actionId } })
  expect(files.size).toBe(names.length)
  expect(rows.filter(({ problem }) => problem !== '')).toMatchObject([
    { file: '', image_id: lost?.id, url: lost?.url, problem: 'The file is missing in the storage.' },
  ])
})

test('images are found by when they were made', async () => {
  const { results } = await app.client.images.list({ query: { action_id: actionId } })
  const times = results.map(({ created_at: at }) => at).sort()
  const earliest = times[0] ?? ''
  const behind = new Date(Date.parse(times.at(-1) ?? '') + 1).toISOString()
  const bytes = results.reduce((sum, image) => sum + image.bytes, 0)
  const { count } = app.client.images
  expect(await count({ query: { created_from: earliest, created_until: behind } })).toEqual({
    count: 5,
    bytes,
    accuracy: 'exact',
  })
  expect(await count({ query: { created_from: behind } })).toEqual({ count: 0, bytes: 0, accuracy: 'exact' })
  expect(await count({ query: { action_id: actionId, created_until: earliest } })).toEqual({
    count: 0,
    bytes: 0,
    accuracy: 'exact',
  })
  const list = await app.client.images.list({ query: { created_from: behind } })
  expect(list.results).toEqual([])
  expect((await archived({ query: { created_from: behind } })).rows).toEqual([])
  for (const created_from of ['yesterday', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00'])
    await expect(app.client.images.list({ query: { created_from } })).rejects.toMatchObject({ status: 400 })
})

test('the PDFs of a run are one file in the order of the table, with the newest of each record', async () => {
  const { archive, list } = app.client.images
  const parts = { fields: [{ name: 'Name', kind: 'text' as const }], rows: names.map((Name) => ({ Name })), design }
  const { actionId: action_id, tableId: id, rowIds } = await makeAction(app.client, { ...parts, formats: ['pdf'] })
  const run = await untilEnded(app.client, await trigger(app.client, action_id))
  await app.client.tables.updateRow({ params: { id, row_id: rowIds[0] ?? '' }, body: { fields: { Name: 'Later' } } })
  await untilEnded(app.client, await trigger(app.client, action_id))
  const { results } = await list({ query: { action_id } })
  const [later, ...ofRun] = results
  expect([ofRun.length, later?.record_id, later?.run_id]).toEqual([
    rowIds.length,
    rowIds[0],
    expect.not.stringMatching(run.id),
  ])
  const joined = async (images: typeof results) => {
    async function* files() {
      for (const { url } of images) yield new Uint8Array(await (await fetch(url)).arrayBuffer())
    }
    return Buffer.concat(await Array.fromAsync(joinPdfs(files())))
  }
  const inOrder = rowIds.flatMap((record) => ofRun.filter(({ record_id: of }) => of === record))
  const whole = Buffer.from(await archive({ query: { run_id: run.id, format: 'pdf' } }))
  expect(whole.equals(await joined(inOrder))).toBe(true)
  const newest = Buffer.from(await archive({ query: { action_id, format: 'pdf' } }))
  expect(newest.equals(await joined([...inOrder.slice(1), ...results.slice(0, 1)]))).toBe(true)
})

describe('a joined PDF with a file that is', () => {
  const execute = promisify(execFile)
  let path: string
  let keys: string[]

  beforeAll(async () => {
    const parts = { fields: [{ name: 'Name', kind: 'text' as const }], rows: names.map((Name) => ({ Name })), design }
    const { actionId: action_id } = await makeAction(app.client, { ...parts, formats: ['pdf'] })
    const run = await untilEnded(app.client, await trigger(app.client, action_id))
    const { results } = await app.client.images.list({ query: { run_id: run.id } })
    keys = results.map(({ url }) => `images/${url.split('/').at(-1)}`)
    path = `${app.url}/v1/images/archive?format=pdf&run_id=${run.id}`
  })

  /** As a client without our library: it must not take a part for the whole. */
  const download = () =>
    execute('curl', [
      '-s',
      '-w',
      '%{http_code}',
      '-o',
      '/dev/null',
      '-H',
      `authorization: Bearer ${adminKey}`,
      path,
    ]).then(
      ({ stdout }) => ({ code: 0, status: stdout }),
      ({ code, stdout }) => ({ code, status: stdout }),
    )

  test('damaged or missing is refused before its first byte', async () => {
    expect(await download()).toEqual({ code: 0, status: '200' })
    const { storage } = app.world
    const { open } = storage
    for (const [answer, code] of [
      [() => Promise.reject(damagedFile(keys[2] ?? '')), 'file_damaged'],
      [() => Promise.resolve(null), 'storage_unavailable'],
    ] as const) {
      storage.open = (key) => (key === keys[2] ? answer() : open(key))
      const refused = await fetch(path, { headers: { authorization: `Bearer ${adminKey}` } })
      expect(refused.status).toBeGreaterThanOrEqual(500)
      expect(await refused.json()).toMatchObject({ code, detail: expect.stringContaining(keys[2] ?? '?') })
    }
    storage.open = open
  })

  test('damaged while it is sent breaks the connection', async () => {
    const { storage } = app.world
    const { get } = storage
    storage.get = (key) => (key === keys[0] ? Promise.reject(damagedFile(key)) : get(key))
    const { code } = await download()
    storage.get = get
    expect(code).not.toBe(0)
  })
})

test('images without a PDF are refused, with what to do', async () => {
  const { archive } = app.client.images
  const asked = archive({ query: { action_id: actionId, format: 'pdf' } })
  await expect(asked).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/5 of 5 images have no PDF/),
  })
  const nothing = archive({ query: { record_id: 'nobody', format: 'pdf' } })
  await expect(nothing).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/No image matches/) })
})

test('more than one archive holds are refused with the way on', async () => {
  const { images } = app.world.data
  const [first] = (await images.list({ limit: 1 })).results
  if (first === undefined) throw new Error('there is no image')
  const more = Array.from({ length: 10_000 }, () => ({ ...first, id: app.world.newId('image'), files: [] }))
  await images.insert(more)
  const refused = app.client.images.archive().catch((error: unknown) => error)
  expect(await refused).toMatchObject({ status: 400, message: expect.stringContaining('at most 10000') })
})

test('an image that is of no record is called by its first words', async () => {
  const Name = `A kettle ${'and more '.repeat(100)}`
  const made = await app.client.images.create({ body: { template: design, values: { Name } } })
  const { rows } = await archived({ query: { created_from: made.created_at } })
  expect(rows.map(({ label }) => [label.slice(0, 8), label.length])).toEqual([['A kettle', 200]])
})
