import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed, untilEnded } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'
import { fuzz } from './fuzz.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ trustedProxies: ['127.0.0.1'] })
})
afterAll(() => app.close())

test('every answer to 4000 requests, fitting and hostile, is as documented', async () => {
  const { url, adminKey: key } = app
  const number = Number(process.env.FUZZ_SEED ?? 1)
  const report = await fuzz({ url, key, requests: 4000, seed: number, concurrency: 4 })
  expect(report.wrong).toEqual([])
  // Most were really used, not only refused; some need the right moment, or a file that this world cannot read.
  expect(report.neverTaken.slice(report.operations / 4)).toEqual([])
  expect(app.errors).toEqual([])
})

test('what was there before works as ever', async () => {
  const { actionId } = await seed(app, ['One', 'Two'])
  const answer = await app.request('POST', `/v1/tablesources/${actionId}`)
  const run = await untilEnded(app, answer.headers.get('x-run-id') ?? '')
  expect(run).toMatchObject({ state: 'completed', rendered: 2, failed: 0 })
})
