import { expect, test } from 'vitest'
import { findDeleted } from '#core/action/find-deleted.ts'
import { fixedClock } from '#core/fakes/clock.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, wholeView } from '#core/fakes/test-river.ts'
import { startRun } from '#core/run/start-run.ts'
import { findChanged, openWatched } from './find-changed.ts'

const testData = useTestData()

test('findChanged() unpublishes the images of records that were deleted, also when nothing else has changed', async () => {
  const table = productTable(3)
  const clock = fixedClock()
  const river = await createTestRiver(testData, { table, world: { clock } })
  const { deletedRecords, actions, images } = river.world.data
  await startRun(river.world, river.actionId, wholeView)
  await river.drain()
  const action = await actions.get(river.actionId)
  if (action === null) throw new Error('no action')
  await actions.update({ ...action, deletedRecords: 'unpublish' })
  const look = async () => {
    const watched = await openWatched(river.world, action.id)
    const changed = await findChanged(river.world, watched, { signal: new AbortController().signal })
    await river.drain()
    clock.advance(11 * 60_000)
    await findDeleted(river.world, { actionId: action.id, isRecheck: true }, new AbortController().signal)
    return changed.size
  }
  const isPublished = async () => {
    const { results } = await images.list({ recordId: 'rec_0', actionId: action.id, limit: 9 })
    return results.map(({ unpublishedAt }) => unpublishedAt === undefined)
  }
  clock.advance(60_000)
  const [gone] = table.records.splice(0, 1)
  expect([await look(), await isPublished()]).toEqual([0, [false]])
  expect(await deletedRecords.first(action.id, 'deleted', 9)).toEqual(['rec_0'])
  if (gone) table.records.push(gone)
  expect([await look(), await isPublished()]).toEqual([0, [true]])
  expect(await deletedRecords.first(action.id, 'deleted', 9)).toEqual([])
})

test('findChanged() unpublishes nothing where rows are known by their numbers', async () => {
  const table = productTable(3)
  const river = await createTestRiver(testData, { table, source: { capabilities: { stableIds: false } } })
  const { deletedRecords, actions, images } = river.world.data
  await startRun(river.world, river.actionId, wholeView)
  await river.drain()
  const action = await actions.get(river.actionId)
  if (action === null) throw new Error('no action')
  // As if the key of the connection was removed later.
  await actions.update({ ...action, deletedRecords: 'unpublish' })
  table.records.splice(2, 1)
  await findChanged(river.world, await openWatched(river.world, action.id), { signal: new AbortController().signal })
  await river.drain()
  const { results } = await images.list({ recordId: 'rec_2', actionId: action.id, limit: 9 })
  expect(results.map(({ unpublishedAt }) => unpublishedAt)).toEqual([undefined])
  for (const state of ['candidate', 'missing', 'found', 'held', 'deleted'] as const)
    expect(await deletedRecords.first(action.id, state, 9)).toEqual([])
})
