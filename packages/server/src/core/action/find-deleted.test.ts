import { expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable } from '#core/fakes/test-river.ts'
import type { SourceKind } from '#core/ports/sources.ts'
import type { Action } from './action.ts'
import type { ActionDraft } from './action-draft.ts'
import { confirmDeleted } from './confirm-deleted.ts'
import { eraseDeleted } from './erase-deleted.ts'

type RiverOptions = NonNullable<Parameters<typeof createTestRiver>[1]>

const testData = useTestData()
const hourMs = 3_600_000

/** An action with an image of each record, on a clock that the test sets. */
async function setUp(
  count: number,
  {
    source,
    startHour = 0,
    ...draft
  }: Partial<ActionDraft> & Pick<RiverOptions, 'source'> & { startHour?: number } = {},
) {
  const table = productTable(count)
  let time = Date.parse('2026-03-01T12:00:00Z') + startHour * hourMs
  const clock = { now: () => new Date(time) }
  const options = { table, world: { clock }, ...(source && { source }) }
  const river = await createTestRiver(testData, {
    ...options,
    draft: { writeBack: null, deletedRecords: 'unpublish', ...draft },
  })
  const { world, actionId } = river
  const { data } = world
  await river.runAll()
  const change = async (part: Partial<Action>) => {
    const action = await data.actions.get(actionId)
    if (action !== null) await data.actions.update({ ...action, ...part })
  }
  /** By the numbers of the records: those whose images are published, and those whose images are there at all. */
  const images = async () => {
    const { results } = await data.images.list({ actionId, limit: 100 })
    const numbers = (those: typeof results) => those.map(({ recordId }) => Number(recordId?.slice(4))).sort()
    return { published: numbers(results.filter((image) => image.unpublishedAt === undefined)), all: numbers(results) }
  }
  const published = async () => (await images()).published
  const held = () => data.deletedRecords.first(actionId, 'held', 99)
  return {
    ...{ river, world, data, actionId, table, change, images, published, held },
    remove: (from: number, howMany: number) => table.records.splice(from, howMany),
    pass: (hours: number) => {
      time += hours * hourMs
    },
  }
}

test('eraseDeleted() asks the table: a record that came back keeps its image, which is published again', async () => {
  const { river, world, table, images, remove, pass } = await setUp(6, { deletedRecords: 'delete', deleteAfterDays: 1 })
  const gone = remove(0, 2)
  await river.runAll()
  expect(await images()).toEqual({ published: [2, 3, 4, 5], all: [0, 1, 2, 3, 4, 5] })
  table.records.push(...gone.slice(0, 1))
  pass(25)
  await eraseDeleted(world)
  expect(await images()).toEqual({ published: [0, 2, 3, 4, 5], all: [0, 2, 3, 4, 5] })
})

test('eraseDeleted() erases nothing of a table that cannot be read, and goes on with other actions', async () => {
  const deleting = { deletedRecords: 'delete', deleteAfterDays: 1 } as const
  const lost = await setUp(4, deleting)
  const other = await setUp(4, { ...deleting, startHour: 1 })
  for (const { remove, river } of [lost, other]) {
    remove(0, 1)
    await river.runAll()
  }
  const lostConnection = (await lost.data.actions.get(lost.actionId))?.connectionId
  const { sources } = other.world
  const kind = (name: string): SourceKind => ({
    ...sources.kind(name),
    open(settings, connectionId) {
      if (connectionId === lostConnection) throw new AppError('source_unavailable', 'The table is down.')
      return sources.kind(name).open(settings, connectionId)
    },
  })
  other.pass(25)
  await eraseDeleted({ ...other.world, sources: { ...sources, kind } })
  expect([(await lost.images()).all, (await other.images()).all]).toEqual([
    [0, 1, 2, 3],
    [1, 2, 3],
  ])
})

test('eraseDeleted() erases nothing once the action keeps its images, or those of more days', async () => {
  let change: Partial<Action> | undefined
  const before = async (method: string) => {
    if (method === 'getRecords' && change !== undefined) await made.change(change)
  }
  const made = await setUp(4, { deletedRecords: 'delete', deleteAfterDays: 1, source: { before } })
  made.remove(0, 1)
  await made.river.runAll()
  made.pass(25)
  for (const each of [{ deleteAfterDays: 9 }, { deleteAfterDays: 1, deletedRecords: 'keep' }] as const) {
    change = each
    await eraseDeleted(made.world)
    expect((await made.images()).all).toEqual([0, 1, 2, 3])
    await made.change({ deleteAfterDays: 1 })
  }
})

test('findDeleted() judges those that were held, or deleted within a day, together with those that it finds', async () => {
  const { river, published, held, remove, pass } = await setUp(10)
  remove(0, 3)
  await river.runAll()
  expect(await published()).toEqual([3, 4, 5, 6, 7, 8, 9])
  remove(0, 3)
  await river.runAll()
  expect(await published()).toEqual([3, 4, 5, 6, 7, 8, 9])
  expect(await held()).toEqual(['rec_3', 'rec_4', 'rec_5'])
  pass(25)
  remove(0, 1)
  await river.runAll()
  expect([await held(), await published()]).toEqual([
    ['rec_3', 'rec_4', 'rec_5', 'rec_6'],
    [3, 4, 5, 6, 7, 8, 9],
  ])
})

test('findDeleted() asks again for those that were confirmed, and leaves what was held later', async () => {
  const { river, world, data, actionId, table, published, held, remove, pass } = await setUp(8)
  const gone = remove(0, 6)
  await river.runAll()
  expect((await held()).length).toBe(6)
  table.records.push(...gone.slice(0, 1))
  expect(await confirmDeleted(world, actionId)).toBe(6)
  pass(1)
  await data.deletedRecords.setState(actionId, ['rec_5'], { from: 'held', state: 'held', at: world.clock.now() })
  await river.drain()
  expect(await published()).toEqual([0, 5, 6, 7])
  expect(await held()).toEqual(['rec_5'])
})

test('findDeleted() unpublishes nothing of an action that was changed while the table was asked', async () => {
  let isChanging = false
  const before = async (method: string) => {
    if (!isChanging || method !== 'getRecords') return
    isChanging = false
    await made.change({ deletedRecords: 'keep' })
  }
  const made = await setUp(4, { source: { before } })
  made.remove(0, 1)
  isChanging = true
  await made.river.runAll()
  expect(isChanging).toBe(false)
  expect(await made.published()).toEqual([0, 1, 2, 3])
})

test('a run of named records marks none of another table that the action had', async () => {
  const { river, published, held, change, remove, pass } = await setUp(4)
  const [record] = remove(0, 1)
  pass(1)
  await change({ tableSince: river.world.clock.now() })
  await river.runAll({ recordIds: [record?.id ?? ''] })
  expect([await published(), await held()]).toEqual([[0, 1, 2, 3], []])
})

test('a run publishes also the images of records that its filter leaves out', async () => {
  const filter = { field: 'Title', operator: 'not_equals', value: 'Other' } as const
  const { river, table, published, remove } = await setUp(4, { filter })
  const [record] = remove(0, 1)
  await river.runAll()
  expect(await published()).toEqual([1, 2, 3])
  if (record !== undefined) table.records.push({ ...record, fields: { fld_title: 'Other' } })
  await river.runAll()
  expect(await published()).toEqual([0, 1, 2, 3])
})
