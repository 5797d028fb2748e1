import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isComputed, isCreatable, knownTypes } from './field-types.ts'
import { openShop } from './test-kit.ts'

const basesSchema = z.object({ bases: z.array(z.object({ id: z.string() })), offset: z.string().optional() })

describe('the metadata of startFakeAirtable()', () => {
  test('says who the token is, by its scopes and kind', async () => {
    const { ask, control } = await openShop()
    const pat = control.createToken({ scopes: ['data.records:read'] })
    expect(await ask('/v0/meta/whoami', { token: pat })).toEqual({
      status: 200,
      json: { id: expect.stringMatching(/^usr/) },
    })
    const scopes = ['user.email:read']
    const oauth = control.createToken({ kind: 'oauth', scopes })
    expect((await ask('/v0/meta/whoami', { token: oauth })).json).toMatchObject({ email: 'ada@example.com', scopes })
  })

  test('lists the bases in reach, page by page', async () => {
    const { ask, base, control } = await openShop({ basesPerPage: 2 })
    const [second, third] = ['Two', 'Three'].map(control.createBase)
    const first = basesSchema.parse((await ask('/v0/meta/bases')).json)
    expect(first.bases.map(({ id }) => id)).toEqual([base.id, second?.id])
    const rest = await ask(`/v0/meta/bases?offset=${first.offset}`)
    expect(rest.json).toEqual({ bases: [{ id: third?.id, name: 'Three', permissionLevel: 'create' }] })
    const token = control.createToken({ bases: [base], permission: 'read' })
    expect((await ask('/v0/meta/bases', { token })).json).toEqual({
      bases: [{ id: base.id, name: 'Shop', permissionLevel: 'read' }],
    })
    expect(await ask('/v0/meta/bases?offset=x')).toMatchObject({ status: 422 })
  })

  test('shows tables, fields and views, and which fields a view shows', async () => {
    const { ask, base, table } = await openShop()
    const path = `/v0/meta/bases/${base.id}/tables`
    const [all, cups] = table.views
    const { json } = await ask(path)
    expect(json).toMatchObject({
      tables: [
        {
          id: table.id,
          name: 'Products',
          primaryFieldId: table.fields[0]?.id,
          views: [{ id: all?.id, name: 'Grid view', type: 'grid' }, {}],
        },
      ],
    })
    expect(JSON.stringify(json)).not.toContain('visibleFieldIds')
    const shown = table.fields.filter(({ name }) => name !== 'Made').map(({ id }) => id)
    const views = [{ visibleFieldIds: table.fields.map(({ id }) => id) }, { id: cups?.id, visibleFieldIds: shown }]
    expect((await ask(`${path}?include=visibleFieldIds`)).json).toMatchObject({ tables: [{ views }] })
    expect((await ask(`${path}?include[]=visibleFieldIds`)).json).toMatchObject({ tables: [{ views }] })
  })

  test('makes a table with every type of field that can be made', async () => {
    const { ask, base, control } = await openShop()
    const path = `/v0/meta/bases/${base.id}/tables`
    const fields = knownTypes()
      .filter(isCreatable)
      .map((type) => ({ name: type, type }))
    const answer = await ask(path, { body: { name: 'Made', fields } })
    expect(answer).toMatchObject({ status: 200, json: { name: 'Made', fields, views: [{ name: 'Grid view' }] } })
    expect((await ask('Made')).json).toEqual({ records: [] })
    expect(control.table(base, 'Made').fields).toHaveLength(fields.length)
    const refused = [
      { name: 'Made', fields },
      { name: 'Twice', fields: [fields[0], { ...fields[0] }] },
      { name: 'Computed', fields: [fields[0], { name: 'Sum', type: 'rollup' }] },
      { name: 'Unknown', fields: [fields[0], { name: 'New', type: 'hologram' }] },
      { name: 'First', fields: [{ name: 'Done', type: 'checkbox' }] },
      { name: 'Empty', fields: [] },
    ]
    for (const body of refused) expect(await ask(path, { body })).toMatchObject({ status: 422 })
    expect(
      await ask(path, { body: { name: 'Late', fields }, token: control.createToken({ permission: 'edit' }) }),
    ).toMatchObject({ status: 403 })
  })
})

describe('computed fields of startFakeAirtable()', () => {
  test('are worked out from the record and over links', async () => {
    const { ask, base, control, table } = await openShop()
    const shelves = control.createTable(base, {
      name: 'Shelves',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Goods', type: 'multipleRecordLinks', options: { linkedTableId: table.id } },
        {
          name: 'Prices',
          type: 'multipleLookupValues',
          options: { recordLinkFieldId: 'Goods', fieldIdInLinkedTable: 'Price' },
        },
        {
          name: 'Total',
          type: 'rollup',
          options: { recordLinkFieldId: 'Goods', fieldIdInLinkedTable: 'Price', formula: 'SUM(values)' },
        },
        { name: 'Number of goods', type: 'count', options: { recordLinkFieldId: 'Goods' } },
        { name: 'No', type: 'autoNumber' },
        { name: 'Since', type: 'createdTime' },
        { name: 'By', type: 'createdBy' },
        { name: 'Touched', type: 'lastModifiedTime', options: { referencedFieldIds: ['Name'] } },
        { name: 'Toucher', type: 'lastModifiedBy' },
        { name: 'Wrong', type: 'formula', options: { formula: '{Name} * 2' } },
        { name: 'Holds', type: 'formula', options: { formula: '{Goods}' } },
        { name: 'Press', type: 'button' },
        { name: 'Words', type: 'aiText' },
        { name: 'Hologram', type: 'hologram' },
      ],
    })
    const goods = control.addRecords(table, [{ Name: 'Cup', Price: 2 }, { Name: 'Bowl', Price: 3 }, { Name: 'None' }])
    const press = { label: 'Go', url: 'https://example.com' }
    const words = { state: 'generated', isStale: false, value: 'Nice' }
    const cells = { Name: 'Top', Goods: goods.map(({ id }) => id), Press: press, Words: words, Hologram: { depth: 3 } }
    control.addRecords(shelves, [cells])
    const grace = { id: expect.stringMatching(/^usr/), email: 'grace@example.com', name: 'Grace Example' }
    expect((await ask('Shelves')).json).toMatchObject({
      records: [
        {
          fields: {
            ...cells,
            Prices: [2, 3],
            Total: 5,
            'Number of goods': 3,
            No: 1,
            Since: '2026-01-10T12:00:00.000Z',
            By: grace,
            Touched: '2026-01-10T12:00:00.000Z',
            Toucher: grace,
            Wrong: { error: '#ERROR!' },
            Holds: ['Cup', 'Bowl', 'None'],
          },
        },
      ],
    })
    for (const field of shelves.fields.filter(isComputed)) {
      const answer = await ask('Shelves', { body: { fields: { [field.id]: 'x' } } })
      expect(answer).toMatchObject({ status: 422, json: { error: { type: 'INVALID_VALUE_FOR_COLUMN' } } })
    }
  })
})
