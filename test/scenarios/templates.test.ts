import { createClient } from '@pictable/client'
import { starterPurposes } from '@pictable/model/starter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cardDesign, type Seed, seed, untilEnded } from '#test/scenarios/seed.ts'
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

test('POST /v1/template-preview draws a design that is not saved, and says what it names', async () => {
  const layers = [
    { type: 'text', name: 'Title', width: 100, height: 40, text: { bind: 'Title' }, fontFamily: 'Comic Sans' },
    { type: 'image', name: 'Photo', width: 100, height: 40, src: 'asset:ast_none' },
  ]
  const design = { schema: 1, width: 400, height: 200, layers }
  const drawn = await client.templates.draw({ body: { design, values: { Other: 'left out' } } })
  expect(drawn).toMatchObject({
    error: null,
    variables: [{ name: 'Title', kind: 'text', layer: 'Title', property: 'text' }],
    fonts: [{ family: 'Comic Sans', known: false }],
    assets: [{ id: 'ast_none', filename: null }],
  })
  expect(drawn.image?.data).toMatch(/^data:image\/webp;base64,/)
  expect(atob(drawn.image?.data.split(',')[1] ?? '')).toContain('{"Title":"Title"}')
  const failing = await client.templates.draw({ body: { design, values: { Title: 'unrenderable' } } })
  expect(failing).toMatchObject({ image: null, error: { code: 'image_truncated' }, fonts: drawn.fonts })
  const wrong = client.templates.draw({ body: { design: { ...design, layers: [{ ...layers[0], widht: 5 }] } } })
  await expect(wrong).rejects.toMatchObject({ problem: { errors: [{ pointer: '/design/layers/0/widht' }] } })
  const lists = { design, values: { Title: ['Tea', 'pot'] } }
  const region = { x: 0, y: 0, width: 9, height: 9 }
  for (const drawing of [
    client.templates.draw({ body: lists }),
    client.templates.drawRegion({ body: { ...lists, region } }),
    client.templates.drawImage({ body: lists }),
  ])
    await expect(drawing).rejects.toMatchObject({ status: 400, problem: { errors: [{ pointer: '/values/Title' }] } })
})

test('POST /v1/template-preview/image answers a design that is not saved as a file', async () => {
  const layers = [{ type: 'text', name: 'Title', width: 100, height: 40, text: { bind: 'Title' } }]
  const design = { schema: 1, width: 400, height: 200, layers }
  const draw = (body: object) => app.request('POST', '/v1/template-preview/image', { body: { design, ...body } })
  for (const format of ['png', 'jpeg', 'webp', 'avif', 'pdf'])
    expect((await draw({ format })).headers.get('content-type')).toBe(
      format === 'pdf' ? 'application/pdf' : `image/${format}`,
    )
  const drawn = await draw({ values: { Title: 'Teapot' }, format: 'webp', scale: 2, quality: 60, transparent: true })
  expect(drawn.text).toContain('{"Title":"Teapot"}')
  expect(await draw({ values: { Title: 'unrenderable' } })).toMatchObject({
    status: 422,
    json: { code: 'image_failed' },
  })
  expect(await draw({ format: 'gif' })).toMatchObject({ status: 400 })
})

test('a sample is what a template is looked at with', async () => {
  const { id } = await client.templates.create({ body: { design: cardDesign, sample: { Name: 'Teapot' } } })
  const changed = await client.templates.update({ params: { id }, body: { sample: { Name: 'Kettle' } } })
  expect(changed).toMatchObject({
    latest_version: 1,
    revision: 2,
    width: 1200,
    height: 630,
    sample: { Name: 'Kettle' },
  })
  const picture = await app.request('GET', `/v1/templates/${id}/thumbnail?width=240&revision=2`)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect(picture.text).toContain('"Name":"Kettle"')
})

test('a template is edited with records of a table that is chosen once', async () => {
  const { id } = await client.templates.create({ body: { design: cardDesign } })
  type Choice = Awaited<ReturnType<typeof client.templates.update>>['preview_source']
  const choose = (preview_source: Choice) => client.templates.update({ params: { id }, body: { preview_source } })
  const action = await client.actions.get({ params: { id: seeded.actionId } })
  const { connection_id, base_id, table_id, table_name } = action
  const table = { connection_id, base_id, table_id, table_name, view_id: null, view_name: null }
  expect(await choose(table)).toMatchObject({ latest_version: 1, preview_source: table })
  const { names, results } = await client.templates.records({ body: { source: table, limit: 2 } })
  const { results: fields } = await client.connections.fields({
    params: { id: connection_id },
    query: { base_id, table_id },
  })
  expect(names.map(({ name }) => name)).toEqual(fields.map(({ name }) => name))
  expect(Object.keys(results[0]?.values ?? {})).toEqual(names.map(({ name }) => name))
  expect((await choose({ action_id: seeded.actionId })).preview_source).toEqual({ action_id: seeded.actionId })
  expect((await choose(null)).preview_source).toBeNull()
  await expect(choose({ action_id: 'act_none' })).rejects.toMatchObject({
    status: 400,
    problem: { errors: [{ pointer: '/preview_source/action_id' }] },
  })
})

test('GET /v1/templates/:id/usage says how many records each action renders again', async () => {
  const usage = (id: string) => client.templates.usage({ params: { id } })
  const { actionId, templateId } = seeded
  const use = { action_id: actionId, title: 'Cards', records: 0, accuracy: 'exact' }
  expect(await usage(templateId)).toEqual({ results: [use] })
  const runAll = async () => {
    const { id } = z.looseObject({ id: z.string() }).parse(await client.actions.run({ params: { id: actionId } }))
    await untilEnded(app, id)
    return client.runs.get({ params: { id } })
  }
  expect(await runAll()).toMatchObject({ rendered: 3 })
  expect(await usage(templateId)).toEqual({ results: [{ ...use, records: 3 }] })
  const { id } = await client.templates.create({ body: { design: cardDesign, publish: true } })
  expect(await usage(id)).toEqual({ results: [] })
  await expect(usage('tpl_none')).rejects.toMatchObject({ status: 404 })

  // What the description of the endpoint promises.
  await client.templates.update({ params: { id: templateId }, body: { design: { ...cardDesign, width: 600 } } })
  await client.templates.publish({ params: { id: templateId } })
  expect(await runAll()).toMatchObject({ rendered: 3, skipped: 0 })
})

test('starters are listed in the order of the gallery, with what they are for', async () => {
  const { results } = await client.starters.list()
  const [first] = results
  expect(first).toMatchObject({ name: 'social-card', purpose: 'product', width: 1200, height: 630 })
  expect(first?.keywords).toContain('open graph')
  expect(new Set(results.map(({ purpose }) => purpose))).toEqual(new Set(starterPurposes))
})

test('starters become templates, with their pictures as assets', async () => {
  const picture = await app.request('GET', '/v1/starters/social-card/picture')
  expect(picture.text).toContain('Stoneware Teapot')
  const made = await client.starters.use({ params: { name: 'social-card' } })
  expect(made).toMatchObject({ name: 'Social card', published_version: 1, sample: { Name: 'Stoneware Teapot' } })
  expect(made.sample.Photo).toMatch(/^asset:ast_/)
  const again = await client.starters.use({ params: { name: 'social-card' }, body: { publish: false } })
  expect(again.published_version).toBeNull()
  expect(again.sample.Photo).toBe(made.sample.Photo)
  await expect(client.starters.use({ params: { name: 'nothing' } })).rejects.toMatchObject({ status: 404 })
})

test('POST /v1/actions/:id/preview tells what would fill a design that is not saved', async () => {
  const layers = [{ type: 'text', name: 'Name', width: 100, height: 40, text: { bind: 'Name' } }]
  const template = { schema: 1, width: 400, height: 200, layers }
  const { results } = await client.actions.preview({
    params: { id: seeded.actionId },
    body: { template, draw: false, limit: 50 },
  })
  expect(results[0]).toMatchObject({ image: null, error: null, values: { Name: expect.any(String) } })
  expect(Object.keys(results[0]?.values ?? {})).toEqual(['Name'])
  const tooMany = client.actions.preview({ params: { id: seeded.actionId }, body: { limit: 50 } })
  await expect(tooMany).rejects.toMatchObject({ problem: { errors: [{ pointer: '/limit' }] } })
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
