import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startReceiver } from '#test/scenarios/receiver.ts'
import { type Seed, seed, untilEnded } from '#test/scenarios/seed.ts'
import { makeWebhook } from '#test/scenarios/webhook-kit.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let seeded: Seed

beforeAll(async () => {
  app = await startApp()
  seeded = await seed(app)
})

const dataShape = z.looseObject({ id: z.string(), state: z.string() })

/** Reads the stream in the background. */
async function watch() {
  const response = await fetch(`${app.url}/v1/events`, { headers: { authorization: `Bearer ${app.adminKey}` } })
  let text = ''
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  }
  const ended = read()
  const events = () =>
    [...text.matchAll(/^event: (\w+)\nid: (\w+)\ndata: (.*)$/gm)].map(([, event = '', , data = '{}']) => ({
      ...dataShape.parse(JSON.parse(data)),
      event,
    }))
  return { response, ended, events }
}

test('GET /v1/events tells of runs and deliveries until the server closes', async () => {
  const receiver = await startReceiver()
  const { response, ended, events } = await watch()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  await makeWebhook(app, receiver.url)
  // The first look tells what was there before: nothing of that is news.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const trigger = await app.request('POST', `/v1/tablesources/${seeded.actionId}`)
  const runId = trigger.headers.get('x-run-id') ?? ''
  await untilEnded(app, runId)
  const has = (event: string, state: string) => events().some((one) => one.event === event && one.state === state)
  await expect.poll(() => has('run', 'completed') && has('delivery', 'delivered'), { timeout: 15_000 }).toBe(true)
  expect(
    events()
      .filter(({ event }) => event === 'run')
      .every(({ id }) => id === runId),
  ).toBe(true)
  await receiver.close()
  await app.close()
  await ended
})
