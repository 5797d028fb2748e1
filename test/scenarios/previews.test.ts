import sharp from 'sharp'
import { test as base, expect } from 'vitest'
import { makeAction, recordsOf, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

const test = base.extend<{ app: WholeApp }>({
  // One for all tests of the file.
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names from the pattern
    async ({}, use) => {
      const app = await startWholeApp({ PICTABLE_SEED_SAMPLE: 'false' })
      await use(app)
      await app.close()
    },
    { scope: 'file' },
  ],
})

const maxBytes = 20_000
const designOf = (width: number, height: number) => ({
  schema: 1,
  name: 'Badge',
  width,
  height,
  background: '#ff0000',
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Name' }, width, height, fontSize: 64 }],
})

async function metadataOf(url: string) {
  const answer = await fetch(url)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^image\/(jpeg|webp)$/),
  ])
  expect(bytes.length).toBeLessThanOrEqual(maxBytes)
  return sharp(bytes).metadata()
}

const values = { Name: 'Ada' }
const rows = [{ values: { Name: 'One' } }, { values: { Name: 'Two' } }]

test.for([
  { what: 'a picture', width: 960, height: 480, filling: { values } },
  { what: 'a PDF', width: 1240, height: 1754, filling: { values, formats: ['pdf' as const] } },
  { what: 'pages', width: 960, height: 480, filling: { pages: rows } },
  { what: 'frames', width: 480, height: 960, filling: { frames: rows } },
])('$what: a preview at a permanent URL, also for an image of an earlier release', async (entry, { app }) => {
  const { width, height, filling } = entry
  const image = await app.client.images.create({ body: { template: designOf(width, height), ...filling } })
  const scale = 480 / Math.max(width, height)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  expect(image.preview).toMatchObject({ format: 'jpeg', ...size })
  expect(await metadataOf(image.preview?.url ?? '')).toMatchObject(size)
  expect(image.thumbnail).toBeNull()
  expect(image.files.map(({ url }) => url)).not.toContain(image.preview?.url)

  const id = app.world.newId('image')
  const stored = await app.world.data.images.get(image.id)
  if (stored === null) throw new Error('the image is gone')
  await app.world.data.images.insert([{ ...stored, id, preview: null }])
  expect(await app.client.images.get({ params: { id } })).toMatchObject({ preview: null })
  const ask = () =>
    fetch(`${app.url}/v1/images/${id}/preview`, { headers: { authorization: 'Bearer the-operators-key-of-the-tests' } })
  for (const answer of await Promise.all([ask(), ask(), ask()]))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\/(jpeg|webp)$/),
    ])
  const { preview } = await app.client.images.get({ params: { id } })
  expect(await metadataOf(preview?.url ?? '')).toMatchObject(size)
  expect((await fetch(`${app.url}/v1/images/${id}/preview`)).status).toBe(401)
})

test('records of a run name their previews, and asking for one makes no image anew', async ({ app }) => {
  const { client } = app
  const fields = [{ name: 'Name', kind: 'text' as const }]
  const { actionId } = await makeAction(client, { fields, rows: [{ Name: 'Ada' }], design: designOf(600, 300) })
  const runId = await trigger(client, actionId)
  expect(await untilEnded(client, runId)).toMatchObject({ rendered: 1 })
  const [record] = await recordsOf(client, runId)
  expect(await metadataOf(record?.preview_url ?? '')).toMatchObject({ width: 480, height: 240 })
  expect(await untilEnded(client, await trigger(client, actionId))).toMatchObject({ skipped: 1 })
})

test('50 older images that are asked for together get their previews, a few at a time', async ({ app }) => {
  const { world, client } = app
  const image = await client.images.create({ body: { template: designOf(960, 480), values } })
  const stored = await world.data.images.get(image.id)
  if (stored === null) throw new Error('the image is gone')
  const older = Array.from({ length: 50 }, () => ({ ...stored, id: world.newId('image'), preview: null }))
  await world.data.images.insert(older)
  const { makePreview } = world.renderer
  let underWay = 0
  let most = 0
  world.renderer.makePreview = async (bytes, signal) => {
    most = Math.max(most, ++underWay)
    return makePreview(bytes, signal).finally(() => underWay--)
  }
  const headers = { authorization: 'Bearer the-operators-key-of-the-tests' }
  const answers = await Promise.all(older.map(({ id }) => fetch(`${app.url}/v1/images/${id}/preview`, { headers })))
  world.renderer.makePreview = makePreview
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(most).toBe(4)
})
