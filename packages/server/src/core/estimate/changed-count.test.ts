import { describe, expect, test } from 'vitest'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, type TestRiver, wholeView } from '#core/fakes/test-river.ts'
import { estimateRun } from './estimate-run.ts'

const testData = useTestData()

const open = (count: number, more: Parameters<typeof createTestRiver>[1] = {}) =>
  createTestRiver(testData, {
    table: productTable(count),
    ...more,
    source: { pageSize: 100, counts: true, ...more.source },
  })

const look = ({ world, actionId }: TestRiver, trigger: Partial<typeof wholeView> = {}) =>
  estimateRun(world, actionId, { ...wholeView, ...trigger, look: true })

const newest = (count: number) =>
  productTable(count).records.map(({ fields }, index) => ({ id: `rec_new${index}`, fields }))

/** Lets the 10 records from this place on through. */
const from = (row: number) => ({
  filter: {
    or: Array.from({ length: 10 }, (_, index) => ({
      ...{ field: 'Title', operator: 'equals' as const, value: `Product ${row + index}` },
    })),
  },
})

describe('of named records', () => {
  test('those that the filter rejects, or that are gone, are not rendered', async () => {
    const river = await open(40, { draft: from(0) })
    await river.runAll()
    const recordIds = Array.from({ length: 50 }, (_, index) => `rec_${index}`)
    expect(await look(river, { recordIds })).toMatchObject({ records: 50, changed: 0 })
    expect(await look(river, { recordIds: recordIds.slice(10) })).toMatchObject({ records: 40, changed: 0 })
  })

  test('those outside of the view are not rendered', async () => {
    const river = await open(40, {
      draft: { view: 'Even' },
      source: { capabilities: { getMany: { max: 10, inView: true } } },
    })
    await river.runAll()
    const recordIds = Array.from({ length: 40 }, (_, index) => `rec_${index}`)
    expect(await look(river, { recordIds })).toMatchObject({ records: 40, changed: 0 })
  })
})

describe('where the first records have no image', () => {
  test('those behind new ones tell of the rest', async () => {
    const river = await open(1000)
    await river.runAll()
    river.table.records.unshift(...newest(100))
    expect(await look(river)).toMatchObject({ records: 1100, changed: 100 })
    expect(await look(river, { limit: 150 })).toMatchObject({ records: 150, changed: 100 })
  })

  test.each([
    ['every second one', (row: number) => row % 2 === 0],
    ['the first half', (row: number) => row < 200],
    ['the second half', (row: number) => row >= 200],
  ])('those all over the table tell of the rest: %s was edited', async (_which, isEdited) => {
    const river = await open(400)
    await river.runAll()
    const edit = (title: string) => {
      for (const [row, { id, fields }] of river.table.records.entries())
        if (isEdited(row)) river.table.records[row] = { id, fields: { ...fields, fld_title: title } }
    }
    edit('Edited')
    const { changed } = await look(river)
    expect(changed).toBeGreaterThan(160)
    expect(changed).toBeLessThan(240)
    // what a limited run has rendered tells nothing of the others
    await river.runAll({ limit: 100 })
    const left = river.table.records.filter((_, row) => row >= 100 && isEdited(row)).length
    const { changed: rest } = await look(river)
    expect(rest).toBeGreaterThan(left * 0.8)
    expect(rest).toBeLessThan(left * 1.2)
    expect(await look(river, { limit: 100 })).toMatchObject({ records: 100, changed: 0 })
  })

  test('by two requests for records', async () => {
    const river = await open(1000)
    await river.runAll()
    const asked = () => ['page', 'getRecords'].map((method) => river.source.calls.get(method) ?? 0)
    const before = asked()
    expect(await look(river)).toMatchObject({ records: 1000, changed: 0 })
    expect(asked()).toEqual(before.map((count) => count + 1))
  })

  test('a filter that rejects the first page tells nothing of the second', async () => {
    const river = await open(200, { draft: from(120) })
    await river.runAll()
    expect(await look(river)).toMatchObject({ records: 10, changed: 0 })
  })

  test('those with an image tell of the rest', async () => {
    const river = await open(60, { source: { pageSize: 10 } })
    await river.runAll()
    river.table.records.unshift(...newest(50))
    expect(await look(river)).toMatchObject({ records: 110, changed: 50 })
    river.table.records.splice(50, 30)
    expect(await look(river)).toMatchObject({ records: 80, changed: 50 })
  })

  test('all are new when no image is left for any', async () => {
    const river = await open(60, { source: { pageSize: 20 } })
    await river.runAll()
    river.table.records.splice(0, 60, ...newest(60))
    expect(await look(river)).toMatchObject({ records: 60, changed: 60 })
  })
})

test('an estimate asks for the schema of the table once', async () => {
  const river = await open(30, { draft: { view: 'Even' }, source: { counts: false } })
  await river.runAll()
  await testData.data.runs.deleteEnded(river.world.clock.now())
  const asked = () => ['listFields', 'listViews'].map((method) => river.source.calls.get(method) ?? 0)
  const before = asked()
  expect(await look(river)).toMatchObject({ records: 15, changed: 0 })
  expect(asked()).toEqual(before.map((count) => count + 1))
})

test('an estimate reads no record for a client that has gone', async () => {
  const gone = new Error('the client has gone')
  const controller = new AbortController()
  const leaves = { at: '' }
  const river = await open(30, {
    source: { before: (method) => (method === leaves.at ? controller.abort(gone) : undefined) },
  })
  await river.runAll()
  leaves.at = 'count'
  const pages = river.source.calls.get('page')
  const { world, actionId } = river
  const estimate = estimateRun(world, actionId, { ...wholeView, look: true, signal: controller.signal })
  await expect(estimate).rejects.toBe(gone)
  expect(river.source.calls.get('page')).toBe(pages)
})
