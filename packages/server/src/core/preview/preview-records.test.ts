import { describe, expect, test } from 'vitest'
import type { ActionChange } from '#core/action/action-draft.ts'
import { updateAction } from '#core/action/save-action.ts'
import { fakeField } from '#core/fakes/fake-source.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable } from '#core/fakes/test-river.ts'
import { createTemplate } from '#core/template/save-template.ts'
import { previewRecords } from './preview-records.ts'

const testData = useTestData()

/** Nine products with a price, of which one has a long title. */
function pricedTable() {
  const table = productTable(9)
  const fields = [...table.fields, fakeField('Price', 'number')]
  const records = table.records.map(({ id }, index) => ({
    id,
    fields: { fld_title: index === 5 ? 'A very long title' : `Product ${index}`, fld_price: index },
  }))
  return { ...table, fields, records }
}

/** An action whose template binds these names, which the mapping fills. */
async function riverWith(table: ReturnType<typeof pricedTable>, mapping: NonNullable<ActionChange['mapping']>) {
  const river = await createTestRiver(testData, { table })
  const layers = Object.keys(mapping).map((name) => ({
    ...{ type: 'text', name, width: 100, height: 40, text: { bind: name } },
  }))
  const design = { schema: 1, width: 100, height: 100, layers }
  const { template } = await createTemplate(river.world, { design, publish: true })
  await updateAction(river.world, { id: river.actionId }, { templateId: template.id, mapping })
  return river
}

describe('previewRecords()', () => {
  test('gives every name that a design can bind, those of the mapping first', async () => {
    const mapping = { Headline: { field: 'Title' }, Line: { text: '{{Title}}: {{Price}}' }, Shop: { value: 'Ours' } }
    const river = await riverWith(pricedTable(), mapping)
    const source = { actionId: river.actionId }
    const { names, missing, records, isComplete } = await previewRecords(river.world, { source, limit: 3 })
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
    expect(names.slice(0, 3).toSorted(byName)).toEqual([
      { name: 'Headline', kind: 'text', field: 'Title', format: null, link: null },
      { name: 'Line', kind: 'text', field: null, format: null, link: null },
      { name: 'Shop', kind: 'text', field: null, format: null, link: null },
    ])
    expect(names.slice(3, 5)).toEqual([
      { name: 'Title', kind: 'text', field: 'Title', format: null, link: null },
      { name: 'Photo', kind: 'attachments', field: 'Photo', format: null, link: null },
    ])
    expect({ missing, isComplete }).toEqual({ missing: [], isComplete: true })
    expect(records).toHaveLength(3)
    expect(records[0]).toMatchObject({
      id: 'rec_5',
      label: 'A very long title',
      because: expect.arrayContaining([expect.objectContaining({ code: 'longest_text' })]),
      fields: { Headline: 'A very long title', Line: 'A very long title: 5', Shop: 'Ours', Price: 5, Photo: null },
    })
  })

  test('writes texts of the mapping in the locale of the design', async () => {
    const river = await riverWith(pricedTable(), { Line: { text: '{{Price | currency:EUR}}' } })
    const design = { schema: 1, width: 100, height: 100, locale: 'de', layers: [] }
    const request = { source: { actionId: river.actionId }, recordIds: ['rec_5'], limit: 1, design }
    const { records } = await previewRecords(river.world, request)
    expect(records[0]?.fields.Line).toBe('5,00\u00a0€')
  })

  test('leaves out what of the mapping has lost its field, and says so', async () => {
    const table = pricedTable()
    const mapping = { Headline: { field: 'Title' }, Cost: { field: 'Price' }, Line: { text: '{{Title}} {{Price}}' } }
    const river = await riverWith(table, mapping)
    Object.assign(river.table, { fields: table.fields.filter(({ name }) => name !== 'Price') })
    const request = { source: { actionId: river.actionId }, limit: 1 }
    const { names, missing, records } = await previewRecords(river.world, request)
    expect(missing).toEqual([{ name: 'Cost', field: 'Price' }])
    expect(names.map(({ name }) => name)).not.toContain('Cost')
    expect(records[0]?.fields).toMatchObject({ Headline: 'A very long title' })
  })

  test('finds records of a table without an action by any text in them, and named ones', async () => {
    const river = await createTestRiver(testData, { table: pricedTable() })
    const action = await river.world.data.actions.get(river.actionId)
    const table = { connectionId: action?.connectionId ?? '', baseId: 'base', tableId: 'tbl_products' }
    const source = { ...table, tableName: 'Products', viewId: 'viw_even', viewName: 'Even' }
    const ids = async (rest: { search?: string; recordIds?: string[] }) =>
      (await previewRecords(river.world, { source, limit: 9, ...rest })).records.map(({ id }) => id)
    expect(await ids({ search: 'PRODUCT 4' })).toEqual(['rec_4'])
    expect(await ids({ search: 'very long' })).toEqual([])
    expect(await ids({ recordIds: ['rec_8', 'rec_99'] })).toEqual(['rec_8'])
    expect((await ids({})).toSorted()).toEqual(['rec_0', 'rec_2', 'rec_4', 'rec_6', 'rec_8'])
    // Nothing is left behind.
    expect((await river.world.data.actions.list({ connectionId: table.connectionId, limit: 9 })).results).toEqual([
      action,
    ])
  })

  test('chooses the records that break a design by the names that it binds', async () => {
    const table = pricedTable()
    const records = table.records.map((record, index) =>
      index === 2 ? { ...record, fields: { ...record.fields, fld_status: 'x'.repeat(500) } } : record,
    )
    const river = await createTestRiver(testData, { table: { ...table, records } })
    const layers = [{ type: 'text', name: 'Title', width: 100, height: 40, text: { bind: 'Title' } }]
    const longest = async (design?: object) => {
      const request = { source: { actionId: river.actionId }, limit: 1, ...(design && { design }) }
      return (await previewRecords(river.world, request)).records[0]?.id
    }
    expect(await longest()).toBe('rec_2')
    expect(await longest({ schema: 1, width: 100, height: 100, layers })).toBe('rec_5')
  })
})
