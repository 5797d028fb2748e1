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
})
