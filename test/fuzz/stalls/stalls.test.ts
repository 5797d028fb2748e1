import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWholeApp, type WholeApp } from '#test/scenarios/whole-app.ts'
import { findStalls } from './find-stalls.ts'
import { watchThread } from './watch-thread.ts'

const key = 'the-operators-key-of-the-tests'
/** The bench `main-thread` holds 100 ms, alone on the machine; here two more test processes share its two cores. */
const maxMs = 300

let app: WholeApp

beforeAll(async () => {
  app = await startWholeApp({ PICTABLE_SEED_SAMPLE: 'false', PICTABLE_EGRESS_ALLOW: '127.0.0.1/32' })
})
afterAll(() => app.close())

test('no large request holds up the others, whatever its endpoint', { timeout: 600_000 }, async () => {
  const stalls = await findStalls({ url: app.url, key, seed: 1, share: 0.006 })
  expect(stalls.length).toBeGreaterThan(60)
  expect(stalls.filter(({ ms }) => ms > maxMs)).toEqual([])
})

describe('watchThread()', () => {
  test('measures how long the thread is kept from its event loop', async () => {
    const watch = watchThread()
    const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
    await turn()
    watch.takeLongestMs()
    const until = process.threadCpuUsage().user + 60_000
    while (process.threadCpuUsage().user < until) Math.sqrt(2)
    await turn()
    expect(watch.takeLongestMs()).toBeGreaterThan(55)
    await turn()
    expect(watch.takeLongestMs()).toBeLessThan(50)
    watch.stop()
  })
})
