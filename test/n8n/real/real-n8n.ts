import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@pictable/client'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardDesign } from '#test/n8n/start-n8n-world.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'
import { until } from '#test/until.ts'
import { openSession, type Session } from './n8n-session.ts'

const { N8N_URL = '', N8N_FOLDER = '' } = process.env
const apiKey = 'the-key-of-the-live-tests'
const ids: Record<string, string> = {}
let dataDir = ''
let server: ServerProcess
let n8n: Session

const client = () => createClient({ baseUrl: server.url, apiKey })

/** Imports a workflow from its JSON. */
async function imported(name: string) {
  const text = await readFile(join(import.meta.dirname, 'workflows', `${name}.json`), 'utf8')
  return n8n.importWorkflow(JSON.parse(text.replace(/{{(\w+)}}/g, (whole, id: string) => ids[id] ?? whole)))
}

const run = async (name: string) => n8n.run((await imported(name)).id)

/** What a node after ours has read of the file. */
async function pictureIn(json: Readonly<Record<string, unknown>>) {
  const picture = sharp(Buffer.from(String(json.base64), 'base64'))
  return { ...(await picture.metadata()), ...(await picture.stats()) }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pictable-n8n-'))
  server = await startServerProcess({
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: apiKey,
    PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true',
    PICTABLE_EGRESS_ALLOW: '127.0.0.0/8',
  })
  const { templates, actions } = client()
  const template = await templates.create({ body: { name: 'Card', design: cardDesign, publish: true } })
  const deleted = await templates.create({ body: { name: 'Spring sale', design: cardDesign, publish: true } })
  await templates.delete({ params: { id: deleted.id } })
  const [sample] = (await until(
    () => 'the sample has no action',
    async () => {
      const { results } = await actions.list()
      return results.length > 0 && results
    },
  )) ?? [undefined]
  n8n = await openSession(N8N_URL, N8N_FOLDER)
  Object.assign(ids, { template: template.id, deletedTemplate: deleted.id, action: sample?.id })
  ids.credential = await n8n.createCredential('Pictable', { url: `${server.url}/`, apiKey })
  ids.wrongCredential = await n8n.createCredential('Wrong key', { url: server.url, apiKey: 'pct_wrong' })
}, 180_000)

afterAll(async () => {
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

test('the credential is tested, and a wrong key or URL says what to do', async () => {
  const tested = (data: Record<string, string>) =>
    n8n.call('POST', '/credentials/test', { credentials: { id: '', name: 'Ours', type: 'pictableApi', data } })
  expect(await tested({ url: `${server.url}/`, apiKey })).toMatchObject({ status: 'OK' })
  expect(await tested({ url: server.url, apiKey: 'pct_wrong' })).toMatchObject({
    status: 'Error',
    message: expect.stringContaining('Create a key under Developers > API Keys'),
  })
  expect(await tested({ url: 'http://127.0.0.1:9', apiKey })).toMatchObject({ status: 'Error' })
})

test('the editor lists templates, and has an input for each variable of the chosen one', async () => {
  const asked = (methodName: string, path: string, value: string) => ({
    ...{
      path: `parameters.${path}`,
      methodName,
      nodeTypeAndVersion: { name: 'n8n-nodes-pictable.pictable', version: 1 },
    },
    currentNodeParameters: { resource: 'image', operation: 'render', template: { __rl: true, mode: 'list', value } },
    credentials: { pictableApi: { id: ids.credential, name: 'Pictable' } },
  })
  const list = await n8n.call('POST', '/dynamic-node-parameters/resource-locator-results', {
    ...asked('searchTemplates', 'template', ''),
    filter: 'card',
  })
  expect(list).toMatchObject({ results: expect.arrayContaining([{ name: 'Card', value: ids.template }]) })
  const fields = await n8n.call(
    'POST',
    '/dynamic-node-parameters/resource-mapper-fields',
    asked('getVariables', 'variables', String(ids.template)),
  )
  expect(fields).toMatchObject({
    fields: [
      { id: 'Brand', type: 'string' },
      { id: 'Title' },
      { id: 'Price' },
      { id: 'Size', type: 'number' },
      { id: 'Photo', type: 'string' },
      { id: 'Sale', type: 'boolean' },
    ],
  })
})

test('Render image: typed variables make an image whose file reaches the next node', async () => {
  const { status, error, itemsOf } = await run('render-image')
  expect([status, error?.message]).toEqual(['success', undefined])
  const [rendered] = itemsOf('Render')
  expect(rendered?.json.values).toEqual({ Title: 'Teapot', Price: 12.5, Brand: '#ff0000', Size: 30, Sale: true })
  const [read] = itemsOf('Read file')
  const picture = await pictureIn(read?.json ?? {})
  expect(picture).toMatchObject({ format: 'png', width: 640, height: 360 })
  expect(picture.dominant.r).toBeGreaterThan(200)
  ids.image = String(rendered?.json.id)
})

test('Run action: waits for the run of the sample, and passes on each image', async () => {
  const { status, error, itemsOf } = await run('run-action')
  expect([status, error?.message]).toEqual(['success', undefined])
  expect(itemsOf('Run').map(({ json }) => json.state)).toEqual(['rendered', 'rendered', 'rendered'])
  const pictures = await Promise.all(itemsOf('Read file').map(({ json }) => pictureIn(json)))
  expect(pictures.map(({ width }) => Number(width) > 100)).toEqual([true, true, true])
})

test('Get image: passes on the file of an image that exists', async () => {
  const { status, itemsOf } = await run('get-image')
  expect(status).toBe('success')
  expect(await pictureIn(itemsOf('Read file')[0]?.json ?? {})).toMatchObject({ width: 640, height: 360 })
})

test('Trigger: registers its webhook, starts with signed events alone, and removes it', async () => {
  const workflow = await imported('on-image-created')
  await n8n.call('POST', `/workflows/${workflow.id}/activate`, { versionId: workflow.versionId })
  const webhooks = async () => (await client().webhooks.list()).results
  // n8n publishes workflows in the background.
  const webhook = await until('n8n registered no webhook', async () => (await webhooks())[0], { everyMs: 200 })
  expect(webhook).toMatchObject({ name: 'n8n: When an image was rendered', events: ['image.created'], active: true })

  const body = JSON.stringify({ event: 'image.created', image: { id: ids.image } })
  const seconds = Math.floor(Date.now() / 1000)
  const forged = createHmac('sha256', 'whsec_of_someone_else').update(`${seconds}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'X-Service-Signature': `t=${seconds},v1=${forged}` }
  const refused = await fetch(webhook.url, { method: 'POST', body, headers })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('does not match')])
  expect(await n8n.executionsOf(workflow.id)).toEqual([])

  const image = await client().images.create({
    body: { template_id: String(ids.template), values: { Title: 'Signed' } },
  })
  const [execution] = await until(
    () => 'the workflow did not start',
    async () => {
      const found = await n8n.executionsOf(workflow.id)
      return found.length > 0 && found
    },
    { withinMs: 60_000, everyMs: 300 },
  )
  const { status, itemsOf } = await n8n.ended(String(execution?.id))
  expect(status).toBe('success')
  expect(itemsOf('Created')[0]?.json).toMatchObject({ event: 'image.created', image: { id: image.id } })
  expect(itemsOf('Get')[0]?.binary).toMatchObject({ data: { mimeType: 'image/png' } })

  await n8n.call('POST', `/workflows/${workflow.id}/deactivate`, {})
  await until('the webhook was not deleted', async () => (await webhooks()).length === 0, { everyMs: 200 })
})

test('Errors: a deleted template and a wrong key say what to do, and the workflow continues', async () => {
  const { status, itemsOf } = await run('errors')
  expect(status).toBe('success')
  const [deleted] = itemsOf('Deleted template', 1)
  expect(deleted?.json.error).toBe(`The template "Spring sale" (${ids.deletedTemplate}) does not exist in Pictable`)
  expect(deleted?.json.details).toContain('Choose another one in this node')
  const [wrong] = itemsOf('Wrong key', 1)
  expect(wrong?.json.error).toContain('API key')
  expect(wrong?.json.details).toContain('Create an API key in Pictable (Developers > API keys)')
})
