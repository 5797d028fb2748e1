import { expect, test } from 'vitest'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable } from '#core/fakes/test-river.ts'
import { templateUsage } from './template-usage.ts'

const testData = useTestData()

test('a table that is too large to count has as many records as the last run of all of them', async () => {
  const { world, actionId, templateId, runAll } = await createTestRiver(testData, { table: productTable(3) })
  const { id } = await runAll()
  const use = async () => (await templateUsage(world, templateId)).map(({ records, accuracy }) => [records, accuracy])
  expect(await use()).toEqual([[3, 'exact']])
  const run = await world.data.runs.get(id)
  if (!run) throw new Error('the run is not stored')
  const larger = { ...run, rendered: 0, total: 20_000 }
  await world.data.runs.insert({ ...larger, id: 'run_zz1' })
  await world.data.runs.insert({ ...larger, id: 'run_zz2', total: 5, limit: 5 })
  await world.data.runs.insert({ ...larger, id: 'run_zz3', total: 1, recordIds: ['rec_0'] })
  expect(await use()).toEqual([[20_000, 'estimate']])
  await world.data.runs.insert({ ...larger, id: 'run_zz4', actionId, total: 3 })
  expect(await use()).toEqual([[3, 'exact']])
  // Each change in the table starts a run of the records that changed.
  await world.data.runs.insert({ ...larger, id: 'run_zz5' })
  for (let n = 10; n < 35; n++)
    await world.data.runs.insert({ ...larger, id: `run_zzz${n}`, total: 1, recordIds: ['rec_0'] })
  expect(await use()).toEqual([[20_000, 'estimate']])
})

test('of many actions it counts few rows each, and says what the last run of all records had of the others', async () => {
  const river = await createTestRiver(testData, { table: productTable(3) })
  const { world, actionId, templateId } = river
  const { id } = await river.runAll()
  const [action, run] = [await world.data.actions.get(actionId), await world.data.runs.get(id)]
  if (!action || !run) throw new Error('the action and its run are not stored')
  for (let n = 100; n < 299; n++) await world.data.actions.insert({ ...action, id: `act_zz${n}` })
  const made = { fingerprint: 'f', imageId: 'img_1', writtenTo: null }
  const outputs = Array.from({ length: 501 }, (_, n) => ({ ...made, recordId: `rec_${n % 26}`, output: `out_${n}` }))
  const [crowded, unknown, large] = ['act_zz100', 'act_zz101', 'act_zz102'] as const
  for (const owner of [crowded, unknown])
    await world.data.outputs.upsert(outputs.map((output) => ({ ...output, actionId: owner })))
  await world.data.runs.insert({ ...run, id: 'run_zy1', actionId: crowded, total: 400 })
  await world.data.runs.insert({ ...run, id: 'run_zy2', actionId: large, total: 501 })
  const uses = new Map((await templateUsage(world, templateId)).map((use) => [use.actionId, use]))
  expect(uses.size).toBe(200)
  expect(uses.get(actionId)).toMatchObject({ records: 3, accuracy: 'exact' })
  expect(uses.get(crowded)).toMatchObject({ records: 400, accuracy: 'estimate' })
  expect(uses.get(unknown)).toMatchObject({ records: 0, accuracy: 'at_least' })
  expect(uses.get(large)).toMatchObject({ records: 501, accuracy: 'estimate' })
})
