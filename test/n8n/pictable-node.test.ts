import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { INodeParameters, NodeApiError } from 'n8n-workflow'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { untilEnded } from '#test/scenarios/whole-app.ts'
import { freePort } from '#test/server-process.ts'
import { until } from '#test/until.ts'
import { type FakeOptions, fakeN8n } from './fake-n8n.ts'
import { loadNodes, type Nodes } from './load-nodes.ts'
import { cardDesign, type N8nWorld, startN8nWorld } from './start-n8n-world.ts'

let world: N8nWorld
let nodes: Nodes
let node: InstanceType<Nodes['Pictable']>

beforeAll(async () => {
  nodes = await loadNodes()
  node = new nodes.Pictable()
  world = await startN8nWorld()
})

afterAll(() => world.app.close())

const n8n = (parameters: INodeParameters, more: Partial<FakeOptions> = {}) =>
  fakeN8n(nodes, node, { url: world.url, apiKey: world.apiKey, parameters, ...more })

async function execute(parameters: INodeParameters, more: Partial<FakeOptions> = {}) {
  const [items = []] = await node.execute.call(n8n(parameters, more).execute)
  return items
}

/** What n8n shows of an error. */
async function failure(parameters: INodeParameters, more: Partial<FakeOptions> = {}) {
  const error = await execute(parameters, more).then(
    () => undefined,
    (thrown: NodeApiError) => thrown,
  )
  return { message: error?.message, description: error?.description, httpCode: error?.httpCode }
}

const chosen = (value: string, cachedResultName: string) => ({ __rl: true, mode: 'list', value, cachedResultName })

const rendering = (value: INodeParameters, more: INodeParameters = {}): INodeParameters => ({
  ...{ resource: 'image', operation: 'render', template: chosen(world.templateId, 'Card') },
  variables: { mappingMode: 'defineBelow', value, schema: [] },
  ...more,
})

const running = (more: INodeParameters = {}): INodeParameters => ({
  ...{ resource: 'action', operation: 'run', action: chosen(world.actionId, 'Cards'), ...more },
})

describe('in the editor, the node', () => {
  test('lists templates and actions, also by a part of their names', async () => {
    const { load } = n8n({})
    const { searchTemplates, searchActions } = node.methods.listSearch
    expect(await searchTemplates.call(load)).toEqual({ results: [{ name: 'Card', value: world.templateId }] })
    expect(await searchTemplates.call(load, 'CAR')).toEqual({ results: [{ name: 'Card', value: world.templateId }] })
    expect(await searchTemplates.call(load, 'poster')).toEqual({ results: [] })
    expect((await searchActions.call(load)).results).toEqual([{ name: 'Cards', value: world.actionId }])
  })

  test('has an input for each variable of the chosen template, by its type', async () => {
    const { load } = n8n({ template: chosen(world.templateId, 'Card') })
    const { fields } = await node.methods.resourceMapping.getVariables.call(load)
    expect(fields.map(({ id, displayName, type }) => [id, displayName, type])).toEqual([
      ['Brand', 'Brand (color)', 'string'],
      ['Title', 'Title', undefined],
      ['Price', 'Price', undefined],
      ['Size', 'Size', 'number'],
      ['Photo', 'Photo (image)', 'string'],
      ['Sale', 'Sale', 'boolean'],
    ])
    expect(await node.methods.resourceMapping.getVariables.call(n8n({}).load)).toEqual({ fields: [] })
  })
})

describe('Image: Render', () => {
  test('renders typed values, and passes the file on', async () => {
    const value = { Title: 'Teapot', Price: 12.5, Brand: '#ff0000', Size: 30, Sale: true, Photo: null }
    const options = { scale: 2, metadata: '{ "order": 4711 }' }
    const [item] = await execute(rendering(value, { format: 'jpeg', options }))
    expect(item).toMatchObject({
      json: { width: 640, height: 360, format: 'jpeg', metadata: { order: 4711 } },
      binary: { data: { mimeType: 'image/jpeg', fileName: expect.stringMatching(/^img_.*\.jpg$/) } },
      pairedItem: { item: 0 },
    })
    expect(item?.json.warnings).toEqual(['layer "Photo": no picture given'])
    // An empty input is left to the template.
    expect(item?.json.values).toEqual({ Title: 'Teapot', Price: 12.5, Brand: '#ff0000', Size: 30, Sale: true })
    const picture = sharp(Buffer.from(item?.binary?.data?.data ?? '', 'base64'))
    const { dominant } = await picture.stats()
    expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 })
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.g).toBeLessThan(60)
  })

  test('fills variables from fields of the same names, for each item', async () => {
    const variables = { mappingMode: 'autoMapInputData', value: null, schema: [] }
    const items = [
      { Title: 'Teapot', Price: 3, Stock: 9 },
      { Title: 'Bowl', Sale: false },
    ]
    const made = await execute(rendering({}, { variables, download: false, simplify: false }), { items })
    expect(made.map(({ json }) => json.values)).toEqual([
      { Title: 'Teapot', Price: 3 },
      { Title: 'Bowl', Sale: false },
    ])
    expect(made.map(({ pairedItem, binary }) => [pairedItem, binary])).toEqual([
      [{ item: 0 }, undefined],
      [{ item: 1 }, undefined],
    ])
    expect(made[0]?.json.report).toBeDefined()
  })

  test('creates nothing twice when n8n repeats an item, but again when a loop does', async () => {
    const idOf = async (more: Partial<FakeOptions>) => (await execute(rendering({ Title: 'Once' }), more))[0]?.json.id
    const first = await idOf({ executionId: '41' })
    expect(await idOf({ executionId: '41' })).toBe(first)
    expect(await idOf({ executionId: '41', runIndex: 1 })).not.toBe(first)
    expect(await idOf({ executionId: '42' })).not.toBe(first)
  })
})

describe('Image: Get', () => {
  test('passes on the file of an image', async () => {
    const [made] = await execute(rendering({ Title: 'Vase' }))
    const imageId = String(made?.json.id)
    const [got] = await execute({ resource: 'image', operation: 'get', imageId, binaryPropertyName: 'card' })
    expect(got?.json.id).toBe(imageId)
    expect(got?.binary?.card).toEqual(made?.binary?.data)
  })
})

describe('Action: Run', () => {
  test('waits for the run, and counts its records', async () => {
    const [item] = await execute(running({ options: { force: true, maxRecords: 2 } }), { executionId: '51' })
    expect(item?.json).toMatchObject({ outcome: 'completed', total: 2, rendered: 2, failed: 0, failures: [] })
  })

  test('returns each record with its image', async () => {
    const items = await execute(running({ returnItems: 'records', options: { force: true } }), { executionId: '52' })
    expect(items.map(({ json }) => [json.label, json.state])).toEqual([
      ['Teapot', 'rendered'],
      ['Bowl', 'rendered'],
      ['Vase', 'rendered'],
    ])
    const [got] = await execute({ resource: 'image', operation: 'get', imageId: String(items[0]?.json.image_id) })
    expect(got?.binary?.data?.mimeType).toBe('image/png')
  })

  test('without waiting returns the run that "Run: Get" reads later', async () => {
    const [started] = await execute(running({ wait: false }), { executionId: '53' })
    const runId = String(started?.json.id)
    await untilEnded(world.app.client, runId)
    const [got] = await execute({ resource: 'run', operation: 'get', runId })
    expect(got?.json).toMatchObject({ id: runId, outcome: 'completed', skipped: 3 })
  })

  test('fails with the reasons when records failed', async () => {
    const { client } = world.app
    await client.actions.update({
      params: { id: world.actionId },
      body: { mapping: { Photo: { value: 'http://127.0.0.1:9/gone.png' } } },
    })
    const { message, description } = await failure(running(), { executionId: '54' })
    await client.actions.update({ params: { id: world.actionId }, body: { mapping: {} } })
    const runId = /run_\w+/.exec(message ?? '')?.[0] ?? ''
    const [got] = await execute({ resource: 'run', operation: 'get', runId })
    expect(got?.json).toMatchObject({ id: runId, outcome: 'failed', failed: 3, failures: [{ records: 3 }] })
    expect(message).toMatch(/^3 of 3 records of the run run_\w+ failed$/)
    expect(description).toMatch(/0 rendered, 0 unchanged, 3 failed, 0 cancelled\.\n3 × .*Photo/)
    expect(description).toContain(`${world.url}/runs/run_`)
  })
})

test('a run of which a record failed is an error unless that is allowed', async () => {
  const { client } = world.app
  const params = { id: world.actionId }
  await client.actions.update({ params, body: { mapping: { Photo: { field: 'Broken' } } } })
  const options = { force: true, failOnFailedRecords: true }
  const { message } = await failure(running({ options }), { executionId: '55' })
  expect(message).toMatch(/^1 of 3 records of the run run_\w+ failed$/)
  const [item] = await execute(running({ options: { ...options, failOnFailedRecords: false } }), { executionId: '56' })
  expect(item?.json).toMatchObject({ outcome: 'completed_with_failures', failed: 1, failures: [{ records: 1 }] })
  await client.actions.update({ params, body: { mapping: {} } })
})

test('a cancelled run is an error, and can be read', async () => {
  const { client } = world.app
  // A run of three records may end before it can be cancelled.
  const cancelled = await until('a run that is cancelled', async () => {
    const executionId = randomUUID().replaceAll('-', '')
    const [started] = await execute(running({ wait: false, options: { force: true } }), { executionId })
    const runId = String(started?.json.id)
    await client.runs.cancel({ params: { id: runId } }).catch(() => undefined)
    await untilEnded(client, runId)
    const [got] = await execute({ resource: 'run', operation: 'get', runId })
    return got?.json.outcome === 'cancelled' ? { executionId, runId } : undefined
  })
  // The same execution gets the run that it started.
  const { message, description } = await failure(running({ options: { force: true } }), cancelled)
  expect(message).toBe(`The run ${cancelled.runId} was cancelled`)
  expect(description).toContain('to run the other records')
})

describe('an error says what failed, why, and what to do:', () => {
  test('a wrong key', async () => {
    const { message, description, httpCode } = await failure(rendering({}), { apiKey: 'pct_wrong' })
    expect(httpCode).toBe('401')
    expect(message).toContain('API key')
    expect(description).toContain('Create an API key in Pictable (Developers > API keys)')
  })

  test('a key without the scope', async () => {
    const { client } = world.app
    const { secret } = await client.apiKeys.create({ body: { name: 'Reader', scopes: ['read'] } })
    const { message, description } = await failure(rendering({}), { apiKey: secret })
    expect(message).toContain('trigger')
    expect(description).toContain('Create an API key with the scope that is named')
  })

  test('a deleted template, by the name that it had', async () => {
    const { client } = world.app
    const { id } = await client.templates.create({ body: { name: 'Old', design: cardDesign, publish: true } })
    await client.templates.delete({ params: { id } })
    const { message, description } = await failure(rendering({}, { template: chosen(id, 'Old') }))
    expect(message).toBe(`The template "Old" (${id}) does not exist in Pictable`)
    expect(description).toContain('Choose another one in this node')
  })

  test('a server that is away', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { message, description } = await failure(rendering({}), { url })
    expect(message).toBe(`Pictable at ${url} is unreachable`)
    expect(description).toMatch(/Start the server, or correct the URL.*Retry On Fail/)
  })

  test('a URL of something else', async () => {
    const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`
    const { message, description } = await failure(rendering({}), { url: `${url}/` })
    server.close()
    expect(message).toBe(`${url} is not the API of Pictable (status 200)`)
    expect(description).toContain('Correct the URL in the credential')
    const below = await failure(rendering({}), { url: `${world.url}/dashboard` })
    expect(below).toMatchObject({ httpCode: '404', description: expect.stringContaining('correct the URL') })
    expect(below.message).not.toContain('Card')
  })

  test('an invalid value, by its name, and the workflow continues where it should', async () => {
    const parameters = rendering({ Title: 'x', Brand: 'no colour' })
    const { message, description } = await failure(parameters)
    expect(`${message}\n${description}`).toContain('Brand')
    const [item] = await execute(parameters, { continueOnFail: true })
    expect(item?.json).toEqual({ error: message, details: description })
    expect(item?.pairedItem).toEqual({ item: 0 })
  })

  test('metadata that is no object', async () => {
    const { message } = await failure(rendering({}, { options: { metadata: '[1' } }))
    expect(message).toBe('"options.metadata" is not a JSON object')
  })
})
