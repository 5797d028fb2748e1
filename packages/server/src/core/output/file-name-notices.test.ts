import { expect, test } from 'vitest'
import { updateAction } from '#core/action/save-action.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver } from '#core/fakes/test-river.ts'

const testData = useTestData()

test('a run warns about the names of the files that it made, not about earlier images', async () => {
  const river = await createTestRiver(testData)
  await river.runAll()
  await updateAction(river.world, { id: river.actionId }, { fileName: { text: '{{Status}}' } })
  expect(await river.runAll()).toMatchObject({ skipped: 3, notices: [] })
  Object.assign(river.table.records[1]?.fields ?? {}, { fld_title: 'New' })
  const { notices } = await river.runAll()
  expect(notices).toEqual([expect.stringMatching(/gives 1 record no name, such as "New"/)])
  const { notices: all } = await river.runAll({ force: true })
  expect(all).toEqual([expect.stringMatching(/gives 3 records no name, such as "Product 0"/)])
  // All three had the record that is erased now.
  await river.world.data.erasure.images({ actionId: river.actionId, recordIds: ['rec_0'] }, new Date())
  const { results } = await river.world.data.runs.list({ actionId: river.actionId, limit: 10 })
  expect(results.map((run) => run.notices)).toEqual([[], [], [], []])
})

test('a run ends also when its file names cannot be checked in time, and the log says so', async () => {
  const warned: unknown[] = []
  const runs = { ...testData.data.runs, namedRecords: async () => null }
  const river = await createTestRiver(testData, {
    draft: { fileName: { text: '{{Status}}' } },
    world: {
      data: { ...testData.data, runs },
      log: { info: () => undefined, warn: (...given: unknown[]) => void warned.push(given) },
    },
  })
  const run = await river.runAll()
  expect(run).toMatchObject({ state: 'completed', rendered: 3, notices: [] })
  expect(warned).toEqual([[{ run_id: run.id }, expect.stringContaining('could not be checked')]])
})
