import { ApiError } from '@pictable/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGate } from '#test/gate.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { type MadeAction, makeAction, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

const design = {
  schema: 1,
  width: 90,
  height: 90,
  layers: [
    { type: 'text', name: 'Name', text: { bind: 'Name' }, width: 90, height: 40 },
    { type: 'image', name: 'Photo', src: { bind: 'Photo' }, width: 20, height: 20 },
  ],
}
const secret = 'Ada-Lovelace'

let app: WholeApp
let receiver: Receiver
let made: MadeAction
let runId: string
/** Renders unchanged records too. */
async function triggerAll(): Promise<string> {
  const params = { id: made.actionId }
  await app.client.tablesources.trigger({ params, body: { force: true } })
  const { results } = await app.client.runs.list({ query: { action_id: made.actionId, limit: 1 } })
  return results[0]?.id ?? ''
}

beforeAll(async () => {
  receiver = await startReceiver()
  app = await startWholeApp({ PICTABLE_EGRESS_ALLOW: '127.0.0.0/8', PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true' })
  made = await makeAction(app.client, {
    fields: ['Name', 'Photo'].map((name) => ({ name, kind: 'text' as const })),
    rows: [{ Name: secret }, { Name: 'Bob' }, { Name: `${secret} fails`, Photo: `asset:${secret}` }],
    design,
  })
  await app.client.webhooks.create({
    body: { name: 'Ours', url: receiver.url, events: ['image.created', 'image.failed'] },
  })
  for (let run = 0; run < 2; run++) {
    runId = await triggerAll()
    await untilEnded(app.client, runId)
  }
  await receiver.until(6)
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const erase = (record_ids: string[], id = made.actionId) =>
  app.client.actions.erase({ params: { id }, body: { record_ids } })

/** All that the API shows of images, deliveries, and what runs keep. */
async function everything(): Promise<string> {
  const { client } = app
  const { results: runs } = await client.runs.list({ query: {} })
  const parts: unknown[] = [runs, await client.images.list({ query: {} }), await client.deliveries.list({ query: {} })]
  for (const { id } of runs) {
    parts.push(await client.runs.records({ params: { id } }), await client.runs.failures({ params: { id } }))
  }
  return JSON.stringify(parts)
}

test('a record that is erased leaves nothing but its place in the runs', async () => {
  const [ada = '', bob = '', failed = ''] = made.rowIds
  const { results } = await app.client.images.list({ query: { record_id: ada } })
  expect(await everything()).toContain(secret)
  expect(await erase([ada, failed])).toEqual({ images: 2, deliveries: 4, run_records: 4 })
  const left = await everything()
  for (const trace of [secret, ada, failed]) expect(left).not.toContain(trace)
  for (const { url } of results) expect((await fetch(url)).status).toBe(404)
  expect((await app.client.images.list({ query: { record_id: bob } })).results).toHaveLength(2)
  expect((await app.client.deliveries.list({ query: {} })).results).toHaveLength(2)
  const params = { id: runId }
  expect(await app.client.runs.get({ params })).toMatchObject({ total: 3, rendered: 2, failed: 1, pending: 0 })
  const { results: records } = await app.client.runs.records({ params })
  expect(records.map(({ n, record_id, label, image_id }) => [n, record_id, label, image_id !== null])).toEqual([
    [0, 'erased:0', '', false],
    [1, bob, 'Bob', true],
    [2, 'erased:2', '', false],
  ])
  expect(records[2]?.reason?.message).toBe('The record was erased.')
  expect(await erase([ada, failed])).toEqual({ images: 0, deliveries: 0, run_records: 0 })
})

test('a record that is still in its table is rendered again', async () => {
  const run = await trigger(app.client, made.actionId)
  expect(await untilEnded(app.client, run)).toMatchObject({ rendered: 1, skipped: 1, failed: 1 })
})

test('messages to people about a run that had an erased record go too', async () => {
  const { client } = app
  const team = await startReceiver()
  const webhook = await client.webhooks.create({ body: { name: 'Team', format: 'slack', url: team.url } })
  await untilEnded(client, await triggerAll())
  await team.until(1)
  expect(JSON.stringify(team.received[0]?.json)).toContain(secret)
  const deliveries = async () => (await client.webhooks.deliveries({ params: { id: webhook.id }, query: {} })).results
  expect(await deliveries()).toHaveLength(1)
  await erase(made.rowIds.slice(2))
  expect(await deliveries()).toEqual([])
  await client.webhooks.delete({ params: { id: webhook.id } })
  await team.close()
})

test('nothing is erased while the action runs, or of an unknown action', async () => {
  const refused = async (work: Promise<unknown>) => {
    const error = await work.catch((reason: unknown) => reason)
    return error instanceof ApiError ? error.problem.code : 'not refused'
  }
  expect(await refused(erase(['row_1'], 'act_none'))).toBe('not_found')
  // The run goes on only when it was asked for.
  const { renderer } = app.world
  const { renderAll } = renderer
  const rendering = createGate()
  rendering.close()
  renderer.renderAll = async (jobs, signal) => {
    await rendering.pass(signal)
    return renderAll(jobs, signal)
  }
  const run = await triggerAll()
  expect(await refused(erase(made.rowIds))).toBe('conflict')
  rendering.open()
  await untilEnded(app.client, run)
  await app.client.actions.delete({ params: { id: made.actionId } })
  expect(await erase(made.rowIds)).toMatchObject({ run_records: expect.any(Number), images: expect.any(Number) })
  expect((await app.client.images.list({ query: {} })).results).toEqual([])
})
