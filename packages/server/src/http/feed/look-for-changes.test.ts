import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestData, type TestData } from '#core/fakes/test-data.ts'
import { createTestRiver, type TestRiver, wholeView } from '#core/fakes/test-river.ts'
import { newRun, type Run } from '#core/run/run.ts'
import { createLook } from './look-for-changes.ts'

let testData: TestData
let river: TestRiver

beforeAll(async () => {
  testData = await openTestData()
  river = await createTestRiver(testData)
})
afterAll(() => testData.close())

async function addRun(state: Run['state'] = 'completed', id = river.world.newId('run')): Promise<string> {
  const { clock, data } = river.world
  const asked = { ...wholeView, actionId: river.actionId, webhookIds: [], retryOf: null, startedBy: null }
  const run = newRun({ ...asked, id, createdAt: clock.now() }, { state: 'active', templateVersion: 1 })
  await data.runs.insert({ ...run, state })
  return run.id
}

test('createLook() reads nothing of a run but how far it is, until that changes', async () => {
  const { runs } = testData.data
  const read: string[] = []
  const get: typeof runs.get = (id) => {
    read.push(id)
    return runs.get(id)
  }
  const list: typeof runs.list = () => Promise.reject(new Error('listed with all that the runs name'))
  const look = createLook({ ...river.world, data: { ...testData.data, runs: { ...runs, get, list } } })
  const ids = [await addRun(), await addRun(), await addRun()].sort()
  expect(await look.changes()).toEqual([])
  await runs.update(ids[0] ?? '', { state: 'failed' })
  expect(await look.changes()).toMatchObject([{ event: 'run', json: { id: ids[0], state: 'failed' } }])
  expect(read).toEqual([ids[0]])
  expect(await look.all()).toMatchObject(ids.map((id) => ({ event: 'run', json: { id } })))
})

test('createLook() tells of the end of runs that a hundred newer ones have hidden', async () => {
  const { runs } = testData.data
  const active = await addRun('active', 'run_00')
  const waiting = await addRun('waiting', 'run_00_waiting')
  const look = createLook(river.world)
  expect(await look.changes()).toEqual([])
  for (let count = 0; count < 100; count++) await addRun()
  await look.changes()
  await runs.update(waiting, { state: 'cancelled' })
  await runs.update(active, { state: 'completed' })
  expect(await look.changes()).toMatchObject([
    { event: 'run', json: { id: active, state: 'completed' } },
    { event: 'run', json: { id: waiting, state: 'cancelled' } },
  ])
  expect(await look.changes()).toEqual([])
})
