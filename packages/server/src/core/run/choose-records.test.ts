import { describe, expect, test } from 'vitest'
import { updateAction } from '#core/action/save-action.ts'
import { fakeField } from '#core/fakes/fake-source.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, type TestRiver } from '#core/fakes/test-river.ts'
import { retryFailed } from './retry-failed.ts'
import type { Run } from './run.ts'

const testData = useTestData()

/** Products with a stock of 0, 1, 2 … */
function stockTable(count: number) {
  const table = productTable(count)
  return {
    ...table,
    fields: [...table.fields, fakeField('Stock', 'number')],
    records: table.records.map(({ id, fields }, index) => ({ id, fields: { ...fields, fld_stock: index } })),
  }
}

const inStock = { field: 'Stock', operator: 'greater', value: 2 } as const

const recordIds = async (river: TestRiver, run: Run) => (await river.records(run.id)).map(({ recordId }) => recordId)

describe('the filter of an action', () => {
  test('lets through what passes, before the limit, and reads the fields it needs', async () => {
    const river = await createTestRiver(testData, {
      table: stockTable(8),
      source: { pageSize: 3 },
      draft: { filter: inStock },
    })
    const run = await river.runAll({ limit: 2 })
    expect(await recordIds(river, run)).toEqual(['rec_3', 'rec_4'])
    expect(await river.runAll()).toMatchObject({ state: 'completed', total: 5, rendered: 3, skipped: 2 })
    // what a filter asks of is no part of the image
    river.table.records[4] = { id: 'rec_4', fields: { ...river.table.records[4]?.fields, fld_stock: 99 } }
    expect(await river.runAll()).toMatchObject({ total: 5, skipped: 5 })
  })

  test('holds for named records too, and says so', async () => {
    const river = await createTestRiver(testData, { table: stockTable(5), draft: { filter: inStock } })
    const run = await river.runAll({ recordIds: ['rec_4', 'rec_0'] })
    expect(run).toMatchObject({ state: 'completed', total: 2, rendered: 1, skipped: 1 })
    expect((await river.records(run.id))[1]).toMatchObject({
      recordId: 'rec_0',
      label: 'Product 0',
      state: 'skipped',
      reason: {
        code: 'filtered_out',
        message: 'Record rec_0 "Product 0": it does not match the filter of the action',
      },
    })
  })

  test('survives a renamed field, and ends the run with the reason when it is gone or another', async () => {
    const river = await createTestRiver(testData, { table: stockTable(4), draft: { filter: inStock } })
    const rename = (change: object) => {
      river.table.fields = river.table.fields.map((field) =>
        field.id === 'fld_stock' ? { ...field, ...change } : field,
      )
    }
    rename({ name: 'On hand' })
    expect(await river.runAll()).toMatchObject({ total: 1, rendered: 1 })
    expect((await river.world.data.actions.get(river.actionId))?.filter).toEqual({
      ...inStock,
      field: { id: 'fld_stock', name: 'On hand' },
    })
    rename({ kind: 'text' })
    expect((await river.runAll()).error).toMatchObject({
      code: 'source_invalid',
      message: expect.stringContaining(
        'The field "On hand" contains text values, which the operator "greater" does not support.',
      ),
    })
    river.table.fields = river.table.fields.filter(({ id }) => id !== 'fld_stock')
    expect((await river.runAll()).error).toMatchObject({
      code: 'source_not_found',
      message: expect.stringContaining('The field "On hand" (in the filter) is no longer in the table "Products".'),
    })
  })

  test('is refused with a pointer to what is wrong', async () => {
    const river = await createTestRiver(testData, { table: stockTable(1) })
    const change = (filter: Parameters<typeof updateAction>[2]['filter']) =>
      updateAction(river.world, { id: river.actionId }, { filter })
    await expect(
      change({
        and: [
          inStock,
          {
            or: [
              { field: 'Weight', operator: 'empty' },
              { field: 'Title', operator: 'less', value: 1 },
            ],
          },
        ],
      }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/filter/and/1/or/0/field' }, { pointer: '/filter/and/1/or/1/operator' }],
    })
    await expect(change({ or: Array.from({ length: 51 }, () => inStock) })).rejects.toMatchObject({
      errors: [{ pointer: '/filter', detail: 'must have at most 50 conditions' }],
    })
    await expect(change({ or: [{ or: [{ or: [{ or: [{ or: [inStock] }] }] }] }] })).rejects.toMatchObject({
      errors: [{ pointer: '/filter' }],
    })
    await change(inStock)
    expect((await updateAction(river.world, { id: river.actionId }, { title: 'Other' })).filter).not.toBeNull()
    expect((await updateAction(river.world, { id: river.actionId }, { view: null })).filter).toMatchObject({ value: 2 })
    expect((await change(null)).filter).toBeNull()
  })
})

describe('records that are not there', () => {
  test('are told apart: deleted, outside of the view, never known', async () => {
    const river = await createTestRiver(testData, {
      table: productTable(4),
      source: { capabilities: { getMany: { max: 100, inView: true } } },
      draft: { view: 'Even' },
    })
    await river.runAll()
    river.table.records = river.table.records.filter(({ id }) => id !== 'rec_2')
    const named = ['rec_0', 'rec_1', 'rec_2', 'rec_none']
    const run = await river.runAll({ recordIds: named, force: true })
    expect(run).toMatchObject({ state: 'completed', total: 4, rendered: 1, skipped: 2, failed: 1 })
    const records = await river.records(run.id)
    expect(records.map(({ label }) => label)).toEqual(['Product 0', 'Product 1', '', ''])
    expect(records.map(({ recordId, state, reason }) => [recordId, state, reason])).toEqual([
      ['rec_0', 'rendered', null],
      [
        'rec_1',
        'skipped',
        { code: 'left_view', message: 'Record rec_1 "Product 1": it is not in the view "Even" of the action' },
      ],
      [
        'rec_2',
        'skipped',
        { code: 'record_deleted', message: 'Record rec_2: it was deleted from the table "Products"' },
      ],
      [
        'rec_none',
        'failed',
        {
          code: 'record_missing',
          message: 'Record rec_none: it is not in the table "Products". Check its id',
        },
      ],
    ])
  })

  test('are looked for outside of the view, also a single one', async () => {
    const river = await createTestRiver(testData, {
      source: { capabilities: { getMany: { max: 100, inView: true } } },
      draft: { view: 'Even' },
    })
    const run = await river.runAll({ recordIds: ['rec_1'] })
    expect(await river.records(run.id)).toMatchObject([{ label: 'Product 1', reason: { code: 'left_view' } }])
    expect(river.source.calls.get('getRecords')).toBe(2)
  })

  test('are asked for once where there is nothing else to know', async () => {
    const inView = { capabilities: { getMany: { max: 100, inView: true } } }
    const all = await createTestRiver(testData, { source: inView, draft: { view: 'Even' } })
    expect(await all.runAll({ recordIds: ['rec_0', 'rec_2'] })).toMatchObject({ total: 2, rendered: 2 })
    expect(all.source.calls.get('getRecords')).toBe(1)
    const withoutView = await createTestRiver(testData, { source: inView })
    expect(await withoutView.runAll({ recordIds: ['rec_1', 'rec_none'] })).toMatchObject({ rendered: 1, failed: 1 })
    expect(withoutView.source.calls.get('getRecords')).toBe(1)
    const outsideToo = await createTestRiver(testData, { draft: { view: 'Even' } })
    expect(await outsideToo.runAll({ recordIds: ['rec_0', 'rec_none'] })).toMatchObject({ rendered: 1, failed: 1 })
    expect(outsideToo.source.calls.get('getRecords')).toBe(1)
  })

  test('are told apart when they are retried', async () => {
    const river = await createTestRiver(testData, {
      source: {
        capabilities: { getMany: { max: 100, inView: true } },
        refuse: () => ({ ok: false, code: 'source_invalid', message: 'No.', retryable: false }),
      },
      draft: { view: 'Even' },
    })
    const run = await river.runAll()
    expect(run).toMatchObject({ failed: 2 })
    river.table.views = [{ id: 'viw_even', name: 'Even', passes: ({ id }) => id === 'rec_1' }]
    river.table.records = river.table.records.filter(({ id }) => id !== 'rec_2')
    const { run: retry } = await retryFailed(river.world, run.id)
    await river.drain()
    expect(await river.run(retry.id)).toMatchObject({ state: 'completed', total: 2, skipped: 2 })
    const codes = (await river.records(retry.id)).map(({ reason }) => reason?.code)
    expect(codes.sort()).toEqual(['left_view', 'record_deleted'])
  })
})

describe('refillEmpty', () => {
  test('writes what stands no longer in its cell, without rendering again', async () => {
    const renderer = createFreeRenderer()
    const river = await createTestRiver(testData, {
      world: { renderer },
      draft: { writeBack: { url: 'Image URL', refillEmpty: true } },
    })
    await river.runAll()
    const [, second] = river.table.records
    const { fld_image_url: url, ...others } = second?.fields ?? {}
    river.table.records[1] = { id: 'rec_1', fields: others }
    expect(await river.runAll()).toMatchObject({ rendered: 0, skipped: 3, writtenBack: 1 })
    expect(river.table.records[1]?.fields.fld_image_url).toBe(url)
    expect(renderer.jobs).toHaveLength(3)
    expect(await river.runAll()).toMatchObject({ skipped: 3 })
    // by default an emptied cell stays as people left it
    await updateAction(river.world, { id: river.actionId }, { writeBack: { url: 'Image URL' } })
    river.table.records[1] = { id: 'rec_1', fields: others }
    expect(await river.runAll()).toMatchObject({ skipped: 3 })
  })
})

describe('a renamed table', () => {
  test('is known by its new name after the next listing', async () => {
    const river = await createTestRiver(testData)
    river.table.name = 'Articles'
    await river.runAll()
    expect(await river.world.data.actions.get(river.actionId)).toMatchObject({ tableName: 'Articles' })
  })
})
