import { AppError } from '@pictable/server/core/errors.ts'
import { metricCatalogue } from '@pictable/server/core/ports/metrics.ts'
import { parseExposition } from '@pictable/server/telemetry/exposition.test-kit.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReceiver, status } from '#test/scenarios/receiver.ts'
import { makeAction, startWholeApp, trigger, untilEnded, type WholeApp } from '#test/scenarios/whole-app.ts'
import { freePort } from '#test/server-process.ts'

let app: WholeApp
let adminUrl: string

beforeAll(async () => {
  const port = await freePort()
  adminUrl = `http://127.0.0.1:${port}`
  app = await startWholeApp({
    PICTABLE_ADMIN_PORT: String(port),
    PICTABLE_EGRESS_ALLOW: '127.0.0.0/8',
    PICTABLE_WEBHOOKS_ALLOW_HTTP: 'true',
  })
})
afterAll(() => app.close())

const look = async () => parseExposition(await (await fetch(`${adminUrl}/metrics`)).text())

/** The value of a series, 0 while there is none. */
async function valueAt(name: string, labels: Record<string, string> = {}): Promise<number> {
  const [family = name] = /^.*?(?=_(count|sum)$)/.exec(name) ?? []
  const samples = (await look()).get(family)?.samples ?? []
  const has = (given: Record<string, string>) =>
    Object.entries(labels).every(([label, value]) => given[label] === value)
  return samples.find((sample) => sample.name === name && has(sample.labels))?.value ?? 0
}

const until = (name: string, labels: Record<string, string>, value: number) =>
  expect.poll(() => valueAt(name, labels)).toBeGreaterThanOrEqual(value)

test('/metrics tells all that is documented, after real traffic, and nothing about anybody', async () => {
  const secretWord = 'tenantword'
  const receiver = await startReceiver()
  receiver.answer = (response, received) => status(receiver.received.length === 1 ? 500 : 204)(response, received)
  await app.client.webhooks.create({
    body: { name: secretWord, url: `${receiver.url}?${secretWord}`, headers: { 'X-Word': secretWord } },
  })
  const { actionId } = await makeAction(app.client, {
    fields: [
      { name: 'Title', kind: 'text' },
      { name: 'Photo', kind: 'url' },
    ],
    rows: [{ Title: secretWord }, { Title: 'two' }, { Title: 'three', Photo: `http://10.0.0.1/${secretWord}.png` }],
    design: {
      schema: 1,
      name: secretWord,
      width: 200,
      height: 100,
      layers: [
        { type: 'text', name: 'title', x: 0, y: 0, width: 200, height: 50, text: { bind: 'Title' } },
        { type: 'image', name: 'photo', x: 0, y: 50, width: 50, height: 50, src: { bind: 'Photo' } },
      ],
    },
  })
  const runId = await trigger(app.client, actionId)
  await untilEnded(app.client, runId)
  await fetch(`${app.url}/${secretWord}`)
  await until('webhook_attempts_total', { result: 'delivered' }, 4)

  const families = await look()
  // The background check of files begins later, and there is no backup.
  const isMeasured = (name: string) => !/^(storage_scrub|backup_last)_/.test(name)
  expect([...families.keys()].filter(isMeasured).sort()).toEqual(Object.keys(metricCatalogue).filter(isMeasured).sort())
  for (const [name, { type, help, samples }] of families) {
    const definition = Object.entries(metricCatalogue).find(([known]) => known === name)?.[1]
    expect({ type, help }).toEqual({ type: definition?.kind, help: definition?.help })
    for (const { labels } of samples)
      expect(Object.keys(labels).filter((label) => label !== 'le')).toEqual(definition?.labels)
  }
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  expect(text).not.toMatch(new RegExp(`${secretWord}|${runId}|${actionId}|127\\.0\\.0\\.1|10\\.0\\.0\\.1`))
  const { rendered, failed } = await app.client.runs.get({ params: { id: runId } })
  expect([rendered, failed]).toEqual([2, 1])
  expect(await valueAt('records_total', { state: 'rendered' })).toBe(2)
  expect(await valueAt('records_total', { state: 'failed' })).toBe(1)
  expect(await valueAt('runs_total', { state: 'completed' })).toBe(1)
  expect(await valueAt('render_duration_seconds_count', { result: 'rendered' })).toBe(2)
  expect(await valueAt('egress_blocked_total', { reason: 'address' })).toBeGreaterThanOrEqual(1)
  expect(await valueAt('http_server_request_duration_seconds_count', { route: 'none', status: '404' })).toBe(1)
  const ofTrigger = { method: 'POST', route: '/v1/tablesources/:id', status: '200' }
  expect(await valueAt('http_server_request_duration_seconds_count', ofTrigger)).toBe(1)
  await until('webhook_attempts_total', { result: 'retry' }, 1)
  await expect.poll(() => valueAt('webhook_deliveries_pending')).toBe(0)
  await receiver.close()
})

test('/metrics is nowhere else, and nothing else is there', async () => {
  expect((await fetch(`${app.url}/metrics`)).status).toBe(404)
  expect((await fetch(`${adminUrl}/v1/runs`)).status).toBe(404)
  expect((await fetch(`${adminUrl}/metrics`, { method: 'POST' })).status).toBe(404)
  const answer = await fetch(`${adminUrl}/metrics`)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
})

test('/metrics tells which part does not work', async () => {
  const parts = async () =>
    Object.fromEntries(
      ((await look()).get('pictable_ready')?.samples ?? []).map(({ labels, value }) => [labels.part, value]),
    )
  expect(await parts()).toEqual({ database: 1, storage: 1, rendering: 1 })
  const { data } = app.world
  const { check } = data
  const gone = () => Promise.reject(new AppError('unavailable', 'The database cannot be reached'))
  data.check = gone
  expect(await parts()).toEqual({ database: 0, storage: 1, rendering: 1 })
  data.check = check
  expect(await parts()).toEqual({ database: 1, storage: 1, rendering: 1 })
})
