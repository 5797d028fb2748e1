import { createClient } from '@pictable/client'
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

const lists = ['actions', 'runs', 'templates', 'connections', 'tables', 'images', 'assets', 'api-keys', 'sources']

describe('lists', () => {
  test.each(lists)('/v1/%s answers results and next', async (name) => {
    const answer = await app.request('GET', `/v1/${name}`)
    expect(answer).toMatchObject({ status: 200, json: { results: expect.any(Array) } })
    expect(Object.keys(z.looseObject({}).parse(answer.json)).sort()).toEqual(['next', 'results'])
  })

  test('are walked by their cursors, newest first, nothing twice', async () => {
    const made: string[] = []
    for (let n = 0; n < 5; n++) {
      made.push((await client.tables.create({ body: { name: `List ${n}`, fields: [{ name: 'A', kind: 'text' }] } })).id)
    }
    const walked: string[] = []
    let after: string | undefined
    do {
      const page = await client.tables.list({ query: { limit: 2, ...(after !== undefined && { after }) } })
      walked.push(...page.results.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(walked).toEqual([...made.reverse(), seeded.tableId])
  })
})

describe('templates', () => {
  test('save versions, publish them, tell what fills them', async () => {
    const template = await client.templates.create({ body: { name: 'Card', design: cardDesign } })
    const params = { id: template.id }
    expect(template).toMatchObject({ latest_version: 1, published_version: null })
    await client.templates.update({ params, body: { design: { ...cardDesign, width: 600 } } })
    await client.templates.publish({ params, body: { version: 1 } })
    expect(await client.templates.get({ params })).toMatchObject({
      latest_version: 2,
      published_version: 1,
      design: { width: 600 },
    })
    const versions = await client.templates.versions({ params })
    expect(versions.results).toMatchObject([
      { version: 2, published: false },
      { version: 1, published: true },
    ])
    expect(await client.templates.version({ params: { ...params, version: 1 } })).toMatchObject({
      design: { width: 1200 },
    })
    const { variables, available_modifications } = await client.templates.variables({ params })
    expect(variables).toEqual([{ name: 'Name', kind: 'text', layer: 'title', property: 'text' }])
    expect(available_modifications[0]).toMatchObject({
      name: 'title',
      type: 'text',
      properties: expect.arrayContaining(['fontSize']),
    })
    await client.templates.delete({ params })
    await expect(client.templates.get({ params })).rejects.toMatchObject({ status: 404 })
  })

  test('in use are not deleted', async () => {
    await expect(client.templates.delete({ params: { id: seeded.templateId } })).rejects.toMatchObject({ status: 409 })
  })

  test('preview a version in a format', async () => {
    const bytes = await client.templates.preview({
      params: { id: seeded.templateId },
      body: { values: { Name: 'Pot' }, format: 'jpeg' },
    })
    expect(new TextDecoder().decode(bytes)).toBe('jpeg of {"Name":"Pot"}')
  })
})

describe('connections', () => {
  const params = () => ({ id: seeded.connectionId })
  const query = () => ({ base_id: 'built-in', table_id: seeded.tableId })

  test('show what the account has', async () => {
    expect(await client.connections.test({ params: params() })).toMatchObject({ ok: true, error: null })
    const { last_test: lastTest } = await client.connections.get({ params: params() })
    expect(lastTest).toMatchObject({ ok: true, error: null })
    expect(await client.connections.bases({ params: params() })).toMatchObject({ results: [{ id: 'built-in' }] })
    const tables = await client.connections.tables({ params: params(), query: { base_id: 'built-in' } })
    expect(tables.results).toContainEqual({ id: seeded.tableId, name: 'Products' })
    expect(await client.connections.views({ params: params(), query: query() })).toMatchObject({
      results: [{ name: 'All' }],
    })
    const fields = await client.connections.fields({ params: params(), query: query() })
    expect(fields.results.map(({ name, primary }) => [name, primary])).toEqual([
      ['Name', true],
      ['Image', false],
    ])
    const records = await client.connections.records({ params: params(), query: { ...query(), limit: 2 } })
    expect(records.results.map(({ id }) => id)).toEqual(seeded.rowIds.slice(0, 2))
  })

  test('of an unknown kind are refused with the kinds there are', async () => {
    const answer = await app.request('POST', '/v1/connections', { body: { name: 'x', source: 'excel', settings: {} } })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: '/source' }] } })
    expect(answer.text).toContain('table')
  })

  test('with unknown settings are refused', async () => {
    const answer = await app.request('POST', '/v1/connections', {
      body: { name: 'x', source: 'table', settings: { a: 1 } },
    })
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
  })
})

test('sources tell what they ask for', async () => {
  const { results } = await client.sources.list()
  expect(results.find(({ kind }) => kind === 'table')).toMatchObject({
    settings: { type: 'object' },
    secret_settings: [],
    destination_settings: [],
  })
})

describe('tables', () => {
  test('keep rows of every kind, and say which cell is wrong', async () => {
    const table = await client.tables.create({
      body: {
        name: 'All kinds',
        fields: [
          { name: 'Name', kind: 'text' },
          { name: 'Price', kind: 'number' },
          { name: 'Sold', kind: 'checkbox' },
        ],
        views: [{ name: 'Unsold', filters: [{ field: 'Sold', operator: 'equals', value: false }] }],
      },
    })
    const params = { id: table.id }
    const added = await client.tables.addRows({
      params,
      body: {
        rows: [
          { Name: 'Pot', Price: 7, Sold: false },
          { Name: 'Cup', Price: '8.5', Sold: true },
        ],
      },
    })
    const [pot, cup] = added.results
    expect(cup?.fields).toEqual({ Name: 'Cup', Price: 8.5, Sold: true })
    const unsold = await client.tables.rows({ params, query: { view: 'Unsold' } })
    expect(unsold.results.map(({ id }) => id)).toEqual([pot?.id])
    const row = { ...params, row_id: pot?.id ?? '' }
    expect((await client.tables.updateRow({ params: row, body: { fields: { Price: null } } })).fields).toEqual({
      Name: 'Pot',
      Sold: false,
    })
    await client.tables.deleteRow({ params: row })
    await expect(client.tables.deleteRow({ params: row })).rejects.toMatchObject({ status: 404 })
    const wrong = client.tables.addRows({ params, body: { rows: [{ Name: 'x' }, { Price: 'cheap', Colour: 'red' }] } })
    await expect(wrong).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ pointer: '/rows/1/Price' }, { pointer: '/rows/1/Colour' }] },
    })
    expect((await client.tables.rows({ params })).results.length).toBe(1)
    await expect(client.tables.rows({ params, query: { view: 'Old' } })).rejects.toMatchObject({
      problem: { errors: [{ pointer: '/query/view' }] },
    })
  })
})

describe('actions', () => {
  test('are previewed without keeping anything', async () => {
    const before = await client.images.list()
    const { results } = await client.actions.preview({ params: { id: seeded.actionId }, body: { limit: 2 } })
    expect(results).toMatchObject([
      { label: 'Teapot', error: null, image: { format: 'png', width: 1200 } },
      { label: 'Kettle' },
    ])
    expect(results[0]?.image?.data).toMatch(/^data:image\/png;base64,/)
    expect(await client.images.list()).toEqual(before)
  })

  test('are previewed and counted as if they were changed, without being changed', async () => {
    const params = { id: seeded.actionId }
    const before = await client.actions.get({ params })
    const mapping = { Name: { value: 'As if' } }
    const { results } = await client.actions.preview({ params, body: { limit: 1, mapping } })
    expect(results).toMatchObject([{ values: { Name: 'As if' }, error: null }])
    const filter = { field: 'Name', operator: 'contains' as const, value: 'tea' }
    const sample = await client.actions.sample({ params, body: { limit: 1, filter } })
    expect(sample).toMatchObject({ results: [{ label: 'Teapot' }], matching: 1, looked_at: 3, complete: true })
    expect(await client.actions.sample({ params })).toMatchObject({ matching: 3 })
    await expect(client.actions.sample({ params, body: { view: 'Gone' } })).rejects.toMatchObject({
      problem: { errors: [{ pointer: '/view' }] },
    })
    expect(await client.actions.get({ params })).toEqual(before)
  })

  test('lose a setting of their output by null', async () => {
    const params = { id: seeded.actionId }
    const body = { output: { quality: 40, thumbnail: { width: 80 } } }
    expect(await client.actions.update({ params, body })).toMatchObject(body)
    const { output } = await client.actions.update({ params, body: { output: { quality: null, thumbnail: null } } })
    expect(Object.keys(output)).toEqual(['formats'])
  })

  test('write the URL of the image back, and list what they made', async () => {
    const started = await client.actions.run({ params: { id: seeded.actionId } })
    const runId = z.looseObject({ id: z.string() }).parse(started).id
    await untilEnded(app, runId)
    const images = await client.images.list({ query: { run_id: runId } })
    expect(images.results.length).toBe(3)
    const rows = await client.tables.rows({ params: { id: seeded.tableId } })
    const urls = rows.results.map(({ fields }) => fields.Image)
    expect(urls.toSorted()).toEqual(images.results.map(({ url }) => url).toSorted())
    const records = await client.runs.records({ params: { id: runId }, query: { state: 'rendered' } })
    expect(records.results.map(({ n, label, image_url }) => [n, label, image_url])).toEqual([
      [0, 'Teapot', urls[0]],
      [1, 'Kettle', urls[1]],
      [2, 'Cup', urls[2]],
    ])
    expect(await client.images.get({ params: { id: images.results[0]?.id ?? '' } })).toEqual(images.results[0])
  })

  test('are changed and deleted', async () => {
    const { connectionId, templateId } = seeded
    const body = {
      title: 'Other',
      connection_id: connectionId,
      base_id: 'built-in',
      table: 'Products',
      template_id: templateId,
    }
    const action = await client.actions.create({ body: { ...body, mapping: { Name: { value: 'Fixed' } } } })
    const params = { id: action.id }
    const changed = await client.actions
      .update({
        params,
        body: { view: 'All', output: { formats: ['webp', 'png'], quality: 80 }, write_back: { rendered_at: 'Image' } },
      })
      .catch((error: unknown) => error)
    expect(changed).toMatchObject({ problem: { errors: [{ pointer: '/write_back/rendered_at' }] } })
    expect(
      await client.actions.update({ params, body: { view: 'All', output: { formats: ['webp'], quality: 80 } } }),
    ).toMatchObject({
      title: 'Other',
      view_name: 'All',
      output: { formats: ['webp'], quality: 80 },
      mapping: { Name: { value: 'Fixed' } },
      write_back: null,
    })
    await client.actions.delete({ params })
    await expect(client.actions.get({ params })).rejects.toMatchObject({ status: 404 })
    await expect(client.tablesources.get({ params })).rejects.toMatchObject({ status: 404 })
  })
})

test('none of it was an error of ours', () => expect(app.errors).toEqual([]))
