import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Engine, Frame } from '#dashboard/screens/editor/engine/engine.ts'
import { openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { Sheet } from './sheet.ts'

const recordsOf = (ids: string) =>
  [...ids].map((id) => ({ record_id: id, label: id, because: [], values: { Name: id } }))
const ofLater = { signal: new AbortController().signal }

/** A sheet of which each layout is answered by hand. */
function openSheet() {
  const session = openTestSession()
  const drawnOn: unknown[] = []
  const loads: string[] = []
  const jobs: { readonly job: Parameters<Engine['layOut']>[0]; answer(frame?: Partial<Frame>): Promise<void> }[] = []
  const engine: Engine = {
    load(src) {
      loads.push(src)
      return new Promise(() => {})
    },
    layOut(job) {
      const laidOut = Promise.withResolvers<Frame>()
      jobs.push({
        job,
        async answer(frame) {
          const nothing = { placed: new Map(), report: {}, pending: undefined, hasFailedLoads: false }
          const page = { error: undefined, loading: false, warnings: [], information: [] }
          const draw = (canvas: unknown) => drawnOn.push(canvas) > 0
          laidOut.resolve({ ...job, page, ...nothing, draw, ...frame })
          await vi.runAllTimersAsync()
        },
      })
      return laidOut.promise
    },
  }
  const sheet = new Sheet(session)
  session.set({ engine })
  /** Answers all that is asked for, until nothing is. */
  async function drawAll() {
    await vi.runAllTimersAsync()
    for (let at = 0; at < jobs.length; at++) await jobs[at]?.answer()
  }
  return { session, sheet, jobs, drawnOn, loads, drawAll }
}

// A canvas of a page, as far as the sheet looks at it.
const canvas = () => Object.assign(Object.create(null), { width: 0 })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('requestIdleCallback', undefined)
  vi.stubGlobal(
    'MessageChannel',
    class {
      readonly port1 = { onmessage: () => {}, close() {} }
      readonly port2 = { postMessage: () => setTimeout(() => this.port1.onmessage()) }
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('has drawn records once all of them are: not those that were not asked for yet', async () => {
  const { session, sheet, drawAll } = openSheet()
  expect(sheet.hasDrawn(['a', 'b'])).toBe(false)
  sheet.show(recordsOf('ab'), 100)
  expect(sheet.hasDrawn(['a', 'b'])).toBe(false)
  for (const id of 'ab') sheet.register(id, canvas())
  await drawAll()
  expect(sheet.hasDrawn(['a', 'b'])).toBe(true)
  // The next page is on its way to the sheet.
  expect(sheet.hasDrawn(['c', 'd'])).toBe(false)
  session.run({ type: 'set', target: 'page', path: ['width'], value: 601 })
  expect(sheet.hasDrawn(['a', 'b'])).toBe(false)
  await drawAll()
  expect(sheet.hasDrawn(['a', 'b'])).toBe(true)
  sheet.stop()
})

test('a draw under way draws on no canvas that was given up, and the new one is drawn on', async () => {
  const { sheet, jobs, drawnOn, drawAll } = openSheet()
  const [old, next] = [canvas(), canvas()]
  sheet.show(recordsOf('a'), 100)
  const giveUp = sheet.register('a', old)
  await vi.runAllTimersAsync()
  giveUp()
  sheet.register('a', next)
  await jobs[0]?.answer()
  expect(drawnOn).toEqual([])
  await drawAll()
  expect(drawnOn).toEqual([next])
  sheet.stop()
})

test('a sheet that is closed draws nothing of what is under way', async () => {
  const { sheet, jobs, drawnOn } = openSheet()
  sheet.show(recordsOf('a'), 100)
  sheet.register('a', canvas())
  await vi.runAllTimersAsync()
  sheet.stop()
  await jobs[0]?.answer()
  expect([jobs.length, drawnOn]).toEqual([1, []])
})

test('all tiles are laid out while a few pictures load, also when a new design asks for others', async () => {
  const { session, sheet, jobs, loads, drawAll } = openSheet()
  const ids = 'abcdefgh'
  sheet.show(recordsOf(ids), 100)
  for (const id of ids) sheet.register(id, canvas())
  await drawAll()
  expect(jobs).toHaveLength(8)
  session.run({ type: 'set', target: 'page', path: ['width'], value: 601 })
  await drawAll()
  expect(jobs).toHaveLength(16)
  for (const { job } of jobs) void job.load?.(`${job.design.width} ${job.values.Name}`, ofLater)
  expect(loads).toEqual(['600 a', '600 b', '600 c', '600 d'])
  sheet.stop()
})
