import { createClient } from '@pictable/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cardDesign, type Seed, seed } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let seeded: Seed
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  app = await startApp()
  seeded = await seed(app)
  client = createClient({ baseUrl: app.url, apiKey: app.adminKey })
})
afterAll(() => app.close())

describe('versions of templates', () => {
  test('tell what changed between them', async () => {
    const { id } = await client.templates.create({ body: { name: 'Card', design: cardDesign } })
    await client.templates.update({ params: { id }, body: { design: { ...cardDesign, width: 600 } } })
    const changes = [{ kind: 'changed', layer: null, property: 'width', before: 1200, after: 600 }]
    const diff = await client.templates.diff({ params: { id, version: 1 }, query: { to: 2 } })
    expect(diff).toEqual({ from: 1, to: 2, changes })
    expect(await client.templates.diff({ params: { id, version: 1 } })).toEqual(diff)
    const back = await client.templates.diff({ params: { id, version: 2 }, query: { to: 1 } })
    expect(back.changes).toEqual([{ kind: 'changed', layer: null, property: 'width', before: 600, after: 1200 }])
    const unknown = client.templates.diff({ params: { id, version: 1 }, query: { to: 9 } })
    await expect(unknown).rejects.toMatchObject({ status: 404, message: expect.stringContaining('version 9') })
  })

  test('are restored as new ones, published when asked', async () => {
    const { id } = await client.templates.create({ body: { design: cardDesign, publish: true } })
    const changed = await client.templates.update({ params: { id }, body: { design: { ...cardDesign, width: 600 } } })
    const params = { id, version: 1 }
    const restored = await client.templates.restore({ params, ifMatch: `"r${changed.revision}"` })
    expect(restored).toMatchObject({ latest_version: 3, published_version: 1, design: { width: 1200 } })
    const live = await client.templates.restore({ params: { id, version: 2 }, body: { publish: true } })
    expect(live).toMatchObject({ latest_version: 4, published_version: 4, design: { width: 600 } })
    const stale = client.templates.restore({ params, ifMatch: `"r${changed.revision}"` })
    await expect(stale).rejects.toMatchObject({ status: 412 })
    await expect(client.templates.restore({ params: { id, version: 9 } })).rejects.toMatchObject({ status: 404 })
    expect(await client.templates.get({ params: { id } })).toMatchObject({ latest_version: 4 })
  })
})

test('GET /v1/template-schema.json describes designs to editors, without a key', async () => {
  const answer = await app.request('GET', '/v1/template-schema.json', { key: null })
  expect(answer.status).toBe(200)
  const design = z.fromJSONSchema(z.record(z.string(), z.unknown()).parse(answer.json))
  expect(design.safeParse(cardDesign).success).toBe(true)
  expect(design.safeParse({ ...cardDesign, colour: 'red' }).success).toBe(false)
})

describe('POST /v1/images', () => {
  test('understands the names of properties that other services use', async () => {
    const image = await client.images.create({
      body: {
        template_id: seeded.templateId,
        modifications: [{ name: 'title', text: 'Tea', color: '#ff0000', font_family: 'Noto Serif', background: null }],
      },
    })
    expect(image.modifications).toEqual([{ name: 'title', text: 'Tea', fill: '#ff0000', fontFamily: 'Noto Serif' }])
  })

  test.each(['images', 'preview'])('points at what no layer has (%s)', async (way) => {
    const { templateId } = seeded
    const path = way === 'images' ? '/v1/images' : `/v1/templates/${templateId}/preview`
    const template = way === 'images' ? { template_id: templateId } : {}
    const modifications = [
      { name: 'Titel', text: 'Tea' },
      { name: 'title', shift_x: 5 },
    ]
    expect(await app.request('POST', path, { body: { ...template, modifications } })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/modifications/0/name' }, { pointer: '/modifications/1/shift_x' }] },
    })
  })
})
