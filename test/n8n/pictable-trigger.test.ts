import { createServer } from 'node:http'
import { signatureHeaders } from '@pictable/server/webhooks/sign.ts'
import type { IDataObject, INodeParameters, IWebhookFunctions } from 'n8n-workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { until } from '#test/until.ts'
import { type FakeOptions, fakeN8n } from './fake-n8n.ts'
import { loadNodes, type Nodes } from './load-nodes.ts'
import { type N8nWorld, startN8nWorld } from './start-n8n-world.ts'

let world: N8nWorld
let nodes: Nodes
let node: InstanceType<Nodes['PictableTrigger']>

beforeAll(async () => {
  nodes = await loadNodes()
  node = new nodes.PictableTrigger()
  world = await startN8nWorld({ PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true', PICTABLE_EGRESS_ALLOW: '127.0.0.0/8' })
})

afterAll(() => world.app.close())

const trigger = (staticData: IDataObject, webhookUrl: string, more: Partial<FakeOptions> = {}) => {
  const parameters: INodeParameters = { events: ['image.created'], ...more.parameters }
  return fakeN8n(nodes, node, { url: world.url, apiKey: world.apiKey, staticData, webhookUrl, ...more, parameters })
}

/** Switches the workflow on, as n8n does. @returns whether the webhook existed */
async function activate(staticData: IDataObject, webhookUrl: string, more: Partial<FakeOptions> = {}) {
  const { hook } = trigger(staticData, webhookUrl, more)
  const { checkExists, create } = node.webhookMethods.default
  const exists = await checkExists.call(hook)
  if (!exists) await create.call(hook)
  return exists
}

const deactivate = (staticData: IDataObject, webhookUrl: string) =>
  node.webhookMethods.default.delete.call(trigger(staticData, webhookUrl).hook)

const webhooks = async () => (await world.app.client.webhooks.list({ query: { limit: 100 } })).results

/** The webhook endpoint of n8n: what its node answers, and the items that started a workflow. */
async function listen(staticData: IDataObject) {
  const started: IDataObject[] = []
  const server = createServer(async (request, response) => {
    const rawBody = Buffer.concat(await Array.fromAsync(request))
    const status = (code: number) => ({ json: (body: unknown) => response.writeHead(code).end(JSON.stringify(body)) })
    const context = {
      ...trigger(staticData, '').execute,
      getRequestObject: () => ({ headers: request.headers, rawBody }),
      getResponseObject: () => ({ status }),
    }
    // As in fake-n8n.ts: only what the node uses.
    const { workflowData, noWebhookResponse } = await node.webhook.call(context as unknown as IWebhookFunctions)
    started.push(...(workflowData?.flat() ?? []).map(({ json }) => json))
    if (!noWebhookResponse) response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return { url: `http://127.0.0.1:${port}/webhook/1`, started, close: () => server.close() }
}

/** A request signed with a secret at a time. */
function signed(body: string, secret: string, seconds: number) {
  const signable = { secrets: [secret], id: 'dlv_1', timestampSeconds: seconds, body: Buffer.from(body) }
  return { method: 'POST', body, headers: { ...signatureHeaders(signable) } }
}

const now = () => Math.floor(Date.now() / 1000)

describe('the trigger', () => {
  test('registers its webhook, starts with signed events, and removes it', async () => {
    const data: IDataObject = {}
    const n8n = await listen(data)
    expect(await activate(data, n8n.url)).toBe(false)
    expect(await webhooks()).toMatchObject([
      { id: data.webhookId, name: 'n8n: Cards', url: n8n.url, events: ['image.created'], actions: null, active: true },
    ])
    const image = await world.app.client.images.create({
      body: { template_id: world.templateId, values: { Title: 'A' } },
    })
    const event = await until(
      () => 'no event came',
      () => n8n.started[0],
    )
    expect(event).toMatchObject({ event: 'image.created', image: { id: image.id } })

    // Again, as after a restart of n8n.
    expect(await activate(data, n8n.url)).toBe(true)
    expect(await deactivate(data, n8n.url)).toBe(true)
    expect(await webhooks()).toEqual([])
    expect(data).toEqual({})
    n8n.close()
  })

  test('refuses what is not signed with its secret, was changed, or is old', async () => {
    const data: IDataObject = {}
    const n8n = await listen(data)
    await activate(data, n8n.url)
    const secret = String(data.webhookSecret)
    const body = '{"event":"image.created", "n": 1.0}'
    const ask = async (request: RequestInit) => {
      const response = await fetch(n8n.url, request)
      return [response.status, await response.text()]
    }
    const genuine = signed(body, secret, now())
    expect(await ask({ method: 'POST', body })).toEqual([400, expect.stringContaining('are missing')])
    expect(await ask(signed(body, 'whsec_of_someone_else', now()))).toEqual([
      400,
      expect.stringContaining('does not match'),
    ])
    expect(await ask({ ...genuine, body: body.replace('1.0', '1') })).toEqual([
      400,
      expect.stringContaining('does not match'),
    ])
    expect(await ask(signed(body, secret, now() - 301))).toEqual([400, expect.stringContaining('at most 300 s')])
    expect(await ask(signed(body, secret, now() + 320))).toEqual([400, expect.stringContaining('in the future')])
    expect(n8n.started).toEqual([])
    expect((await ask(genuine))[0]).toBe(200)
    expect(n8n.started).toEqual([{ event: 'image.created', n: 1 }])
    data.webhookSecret = ''
    expect(await ask(genuine)).toEqual([503, expect.stringContaining('Switch the workflow off and on')])
    n8n.close()
    await deactivate(data, n8n.url)
  })

  test('changes the webhook that exists when its events change, or n8n lost what it kept', async () => {
    const [data, url]: [IDataObject, string] = [{}, 'http://127.0.0.1:19999/webhook/2']
    await activate(data, url)
    const { webhookId, webhookSecret } = data
    const more = { parameters: { events: ['run.completed'], actions: [world.actionId] } }
    expect(await activate(data, url, more)).toBe(false)
    expect(await webhooks()).toMatchObject([{ id: webhookId, events: ['run.completed'], actions: [world.actionId] }])
    expect(data).toEqual({ webhookId, webhookSecret })

    const other: IDataObject = {}
    await activate(other, url)
    expect(await webhooks()).toMatchObject([{ id: webhookId, events: ['image.created'], actions: null }])
    expect(other.webhookId).toBe(webhookId)
    expect(other.webhookSecret).not.toBe(webhookSecret)
    await deactivate(other, url)
  })

  test('leaves the webhook of the workflow alone of which it is a copy', async () => {
    const original: IDataObject = {}
    await activate(original, 'http://127.0.0.1:19999/webhook/original')
    const copy = { ...original }
    await activate(copy, 'http://127.0.0.1:19999/webhook/copy')
    expect(copy.webhookId).not.toBe(original.webhookId)
    await deactivate(copy, '')
    expect(await webhooks()).toMatchObject([{ id: original.webhookId }])
    await deactivate(original, '')
  })

  test('resumes a webhook that is paused, and creates one that was deleted', async () => {
    const [data, url]: [IDataObject, string] = [{}, 'http://127.0.0.1:19999/webhook/3']
    await activate(data, url)
    const params = { id: String(data.webhookId) }
    await world.app.client.webhooks.pause({ params })
    expect(await activate(data, url)).toBe(false)
    expect(await webhooks()).toMatchObject([{ ...params, active: true, pause: null }])
    await world.app.client.webhooks.delete({ params })
    expect(await activate(data, url)).toBe(false)
    expect(await webhooks()).toHaveLength(1)
    await deactivate(data, url)
  })

  test('keeps what it knows when the server is away, and names what is left behind', async () => {
    const [data, url]: [IDataObject, string] = [{}, 'http://127.0.0.1:19999/webhook/4']
    await activate(data, url)
    const kept = { ...data }
    const { hook, warnings } = trigger(data, url, { url: 'http://127.0.0.1:9' })
    expect(await node.webhookMethods.default.delete.call(hook)).toBe(false)
    expect(data).toEqual(kept)
    expect(warnings).toEqual([expect.stringContaining(`The webhook ${kept.webhookId} was not deleted in Pictable`)])
    await deactivate(data, url)
  })

  test('says which setting of n8n makes the URL that was rejected', async () => {
    const error = await activate({}, 'http://10.0.0.1/webhook/5').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: 'Pictable rejected the webhook URL http://10.0.0.1/webhook/5' })
    expect(error).toMatchObject({ description: expect.stringContaining('set WEBHOOK_URL of n8n') })
  })

  test('lists actions to choose from', async () => {
    const { load } = trigger({}, '')
    expect(await node.methods.loadOptions.listActions.call(load)).toEqual([{ name: 'Cards', value: world.actionId }])
  })
})
