import { expect, test } from 'vitest'
import { updateConnection } from '#core/connection/save-connection.ts'
import { AppError } from '#core/errors.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable } from '#core/fakes/test-river.ts'
import type { SourceKind } from '#core/ports/sources.ts'
import { createWebhook } from '#core/webhook/save-webhook.ts'
import type { Action } from './action.ts'
import type { ActionDraft } from './action-draft.ts'
import { confirmDeleted } from './confirm-deleted.ts'
import { eraseDeleted } from './erase-deleted.ts'
import { eraseRecords, finishErasures } from './erase-records.ts'
import { findDeleted, recheckDeleted } from './find-deleted.ts'
import { updateAction } from './save-action.ts'

type RiverOptions = NonNullable<Parameters<typeof createTestRiver>[1]>

const testData = useTestData()
const hourMs = 3_600_000
const filter = { field: 'Title', operator: 'not_equals', value: 'Other' } as const

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
  const pass = (hours: number) => {
    time += hours * hourMs
  }
  /** The table is asked once more for what is missing. */
  const recheck = async () => {
    pass(0.2)
    await findDeleted(world, { actionId, isRecheck: true }, new AbortController().signal)
    await river.drain()
  }
  /** A run of the whole view, and what follows it. */
  const runAll = async () => {
    await river.runAll()
    await recheck()
  }
  return {
    ...{ river, world, data, actionId, table, change, images, published, held, pass, recheck, runAll },
    remove: (from: number, howMany: number) => table.records.splice(from, howMany),
  }
}

const deleting = { deletedRecords: 'delete', deleteAfterDays: 1 } as const

test('eraseDeleted() asks the table: a record that came back keeps its image, which is published again', async () => {
  const { runAll, world, table, images, remove, pass } = await setUp(6, deleting)
  const gone = remove(0, 2)
  await runAll()
  expect(await images()).toEqual({ published: [2, 3, 4, 5], all: [0, 1, 2, 3, 4, 5] })
  table.records.push(...gone.slice(0, 1))
  pass(25)
  await eraseDeleted(world)
  expect(await images()).toEqual({ published: [0, 2, 3, 4, 5], all: [0, 2, 3, 4, 5] })
})

test('eraseDeleted() erases nothing of a table that cannot be read, and goes on with other actions', async () => {
  const lost = await setUp(4, deleting)
  const other = await setUp(4, { ...deleting, startHour: 1 })
  for (const { remove, runAll } of [lost, other]) {
    remove(0, 1)
    await runAll()
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
  const made = await setUp(4, { ...deleting, source: { before } })
  made.remove(0, 1)
  await made.runAll()
  made.pass(25)
  for (const each of [{ deleteAfterDays: 9 }, { deleteAfterDays: 1, deletedRecords: 'keep' }] as const) {
    change = each
    await eraseDeleted(made.world)
    expect((await made.images()).all).toEqual([0, 1, 2, 3])
    await made.change({ deleteAfterDays: 1 })
  }
})

test('findDeleted() judges those that were held, or deleted within a week, together with those that it finds', async () => {
  const { runAll, published, held, remove, pass } = await setUp(10)
  remove(0, 3)
  await runAll()
  expect(await published()).toEqual([3, 4, 5, 6, 7, 8, 9])
  pass(6 * 24)
  remove(0, 3)
  await runAll()
  expect(await published()).toEqual([3, 4, 5, 6, 7, 8, 9])
  expect(await held()).toEqual(['rec_3', 'rec_4', 'rec_5'])
  pass(25)
  remove(0, 1)
  await runAll()
  expect([await held(), await published()]).toEqual([
    ['rec_3', 'rec_4', 'rec_5', 'rec_6'],
    [3, 4, 5, 6, 7, 8, 9],
  ])
})

test('findDeleted() asks again for those that were confirmed, and leaves what was held later', async () => {
  const { river, runAll, world, data, actionId, table, published, held, remove, pass } = await setUp(8)
  const gone = remove(0, 6)
  await runAll()
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
  await made.runAll()
  expect(isChanging).toBe(false)
  expect(await made.published()).toEqual([0, 1, 2, 3])
})

test('a run of named records marks none of another table that the action had', async () => {
  const { river, published, held, change, remove, pass, recheck } = await setUp(4)
  const [record] = remove(0, 1)
  pass(1)
  await change({ tableSince: river.world.clock.now() })
  await river.runAll({ recordIds: [record?.id ?? ''] })
  await recheck()
  expect([await published(), await held()]).toEqual([[0, 1, 2, 3], []])
})

test('a run publishes also the images of records that its filter leaves out', async () => {
  const { river, runAll, table, published, remove } = await setUp(4, { filter })
  const [record] = remove(0, 1)
  await runAll()
  expect(await published()).toEqual([1, 2, 3])
  if (record !== undefined) table.records.push({ ...record, fields: { fld_title: 'Other' } })
  await river.runAll()
  expect(await published()).toEqual([0, 1, 2, 3])
})

test('findDeleted() leaves a record that is back some minutes later', async () => {
  const { river, recheck, data, actionId, table, published, remove } = await setUp(6)
  const gone = remove(0, 2)
  await river.runAll()
  expect(await published()).toEqual([0, 1, 2, 3, 4, 5])
  // A listing that comes too early says nothing new.
  await river.runAll()
  expect(await published()).toEqual([0, 1, 2, 3, 4, 5])
  table.records.push(...gone.slice(0, 1))
  await recheck()
  expect(await published()).toEqual([0, 2, 3, 4, 5])
  expect(await data.deletedRecords.first(actionId, 'outside', 9)).toEqual(['rec_0'])
  await river.runAll()
  expect(await data.deletedRecords.first(actionId, 'outside', 9)).toEqual([])
})

test('findDeleted() holds the records of a table that was emptied and filled with new ones', async () => {
  const { river, runAll, recheck, table, published, held, pass, remove } = await setUp(4)
  remove(0, 4)
  const news = productTable(12).records.slice(4)
  table.records.push(...news)
  pass(1)
  // The new ones are rendered before anything is noticed.
  await river.runAll({ recordIds: news.map(({ id }) => id) })
  pass(1)
  await runAll()
  expect(await held()).toEqual(['rec_0', 'rec_1', 'rec_2', 'rec_3'])
  expect((await published()).length).toBe(12)
  pass(1)
  await runAll()
  await recheck()
  expect((await held()).length).toBe(4)
})

test('findDeleted() counts a record that is rendered again as one that was there', async () => {
  const { river, runAll, published, remove, pass } = await setUp(4)
  pass(1)
  remove(0, 1)
  await river.runAll({ force: true })
  await runAll()
  expect([...new Set(await published())]).toEqual([1, 2, 3])
})

test('findDeleted() does not count those that were confirmed', async () => {
  const { river, runAll, world, actionId, published, held, remove } = await setUp(9)
  remove(0, 5)
  await runAll()
  expect((await held()).length).toBe(5)
  await confirmDeleted(world, actionId)
  await river.drain()
  remove(0, 1)
  await runAll()
  expect([await held(), await published()]).toEqual([[], [6, 7, 8]])
})

test('findDeleted() asks once a day for records outside of the view or the filter, and notices when they are deleted', async () => {
  const { river, runAll, world, table, published, pass, change } = await setUp(6, { filter })
  const [first, second] = table.records
  if (first === undefined || second === undefined) throw new Error('no records')
  table.records[0] = { ...first, fields: { fld_title: 'Other' } }
  await change({ viewId: 'viw_even' })
  const asked = () => river.source.calls.get('getRecords') ?? 0
  await runAll()
  const unchanged = asked()
  await runAll()
  expect(asked()).toBe(unchanged)
  pass(1)
  await change({ updatedAt: world.clock.now() })
  await runAll()
  const before = asked()
  expect(before, 'of a changed action').toBeGreaterThan(unchanged)
  table.records.splice(table.records.indexOf(second), 1)
  await runAll()
  expect(asked()).toBe(before)
  pass(25)
  await recheckDeleted(world)
  await river.drain()
  await runAll()
  expect(await published()).toEqual([0, 2, 3, 4, 5])
})

test('findDeleted() ignores a listing of another table that the action had', async () => {
  const { river, world, data, actionId, change, pass, recheck, published, remove } = await setUp(4)
  pass(1)
  remove(0, 1)
  const { id: listedBy } = await river.runAll()
  await data.deletedRecords.forgetTable(actionId)
  pass(1)
  await change({ tableSince: world.clock.now() })
  await river.runAll({ force: true })
  await findDeleted(world, { actionId, listedBy }, new AbortController().signal)
  await recheck()
  expect((await published()).length).toBe(7)
  expect(await data.deletedRecords.first(actionId, 'outside', 9)).toEqual([])
})

test('eraseDeleted() takes no image of an earlier table, unless it was unpublished then', async () => {
  const { river, runAll, world, data, actionId, change, pass, images, remove, table } = await setUp(5, deleting)
  const [gone] = remove(4, 1)
  await runAll()
  pass(1)
  if (gone !== undefined) table.records.push(gone)
  await data.deletedRecords.forgetTable(actionId)
  await change({ tableSince: world.clock.now() })
  await river.runAll({ force: true })
  expect((await images()).all).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
  pass(1)
  remove(0, 1)
  await runAll()
  expect((await images()).published).toEqual([0, 1, 1, 2, 2, 3, 3, 4])
  pass(25)
  await eraseDeleted(world)
  expect((await images()).all).toEqual([0, 1, 1, 2, 2, 3, 3, 4])
})

test('eraseDeleted() counts the days from when they were set', async () => {
  const { runAll, world, data, actionId, pass, images, remove } = await setUp(4)
  const update = (change: Parameters<typeof updateAction>[2]) => updateAction(world, { id: actionId }, change)
  remove(0, 1)
  await runAll()
  const erases = async (hours: number) => {
    pass(hours)
    await eraseDeleted(world)
    return (await images()).all.length === 3
  }
  pass(90 * 24)
  await update({ deletedRecords: 'delete', deleteAfterDays: 9 })
  expect(await erases(8.9 * 24)).toBe(false)
  await update({ deleteAfterDays: 2 })
  expect(await erases(47)).toBe(false)
  await update({ deleteAfterDays: 3 })
  expect(await erases(0)).toBe(false)
  expect((await data.actions.get(actionId))?.deleteSince).not.toBeNull()
  expect(await erases(26)).toBe(true)
})

test('finishErasures() deletes the deliveries that a crash left behind', async () => {
  const { river, world, data, actionId } = await setUp(3)
  const receiver = { url: 'https://hooks.example/', name: 'Ours', events: ['image.created'] as const }
  await createWebhook(world, receiver)
  await river.runAll({ force: true })
  const left = async () => (await data.deliveries.list({ limit: 99 })).results.map(({ recordId }) => recordId).sort()
  expect(await left()).toEqual(['rec_0', 'rec_1', 'rec_2'])
  const crash = async () => {
    throw new Error('The process died.')
  }
  const dying = { ...world, data: { ...data, erasure: { ...data.erasure, deliveries: crash } } }
  await expect(eraseRecords(dying, actionId, { recordIds: ['rec_0'] })).rejects.toThrow('died')
  expect(await left()).toHaveLength(3)
  await finishErasures(world)
  expect(await left()).toEqual(['rec_1', 'rec_2'])
  expect(await data.erasure.unfinished()).toEqual([])
})

test('a connection that gets other tables makes nothing of the earlier ones count as deleted', async () => {
  const { runAll, river, world, data, actionId, table, remove, pass, published, held } = await setUp(4)
  const action = async () => {
    const found = await data.actions.get(actionId)
    if (found === null) throw new Error('no action')
    return found
  }
  const { connectionId } = await action()
  const update = (settings: object) => updateConnection(world, { id: connectionId }, { settings })
  remove(0, 3)
  await runAll()
  expect((await held()).length).toBe(3)
  await update({ calls_per_month: 9 })
  expect([(await held()).length, (await action()).tableSince]).toEqual([3, null])
  pass(1)
  await update({ account: 'another database' })
  expect([await held(), (await action()).tableSince]).toEqual([[], world.clock.now()])
  table.records.splice(0, 4, ...productTable(9).records.slice(5))
  await runAll()
  await river.drain()
  expect(await published()).toEqual([0, 1, 2, 3, 5, 6, 7, 8])
  expect(await held()).toEqual([])
})

test('a run of named records notices that one outside of the filter was deleted', async () => {
  const { river, runAll, recheck, table, published } = await setUp(4, { filter })
  table.records[0] = { id: 'rec_0', fields: { fld_title: 'Other' } }
  await runAll()
  table.records.splice(0, 1)
  await river.runAll({ recordIds: ['rec_0'] })
  await recheck()
  expect(await published()).toEqual([1, 2, 3])
})

test('findDeleted() does not judge by how the table was before deleted records were kept', async () => {
  const { runAll, world, actionId, table, pass, published, held, remove, river } = await setUp(4)
  const set = (deletedRecords: 'keep' | 'unpublish') => updateAction(world, { id: actionId }, { deletedRecords })
  await runAll()
  await set('keep')
  await river.drain()
  pass(24)
  table.records.push(...productTable(12).records.slice(4))
  await runAll()
  pass(24)
  await set('unpublish')
  remove(0, 3)
  await runAll()
  expect([await held(), (await published()).length]).toEqual([[], 9])
})
