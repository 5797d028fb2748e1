import { layerAt } from '@pictable/editor'
import { expect, test } from 'vitest'
import type { LinkedField } from '#dashboard/parts/tables/linked-fields.ts'
import { tableColumns } from '#dashboard/screens/editor/properties/table-columns.ts'
import { openTestSession, selectNamed } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { columnOf, fillTable, newLinkedTable, usualColumns } from './linked-table.ts'

const usd = { type: 'currency', currency: 'USD' } as const

function field(name: string, kind: LinkedField['kind'] = 'text', more: Partial<LinkedField> = {}): LinkedField {
  const plain = { computed: false, primary: false, operators: [], format: null, link: null, takes: [] }
  return { id: `fld_${name}`, name, kind, ...plain, ...more }
}

const order = { base_id: 'base', table_id: 'orders' }
const [item, price, pieces] = [
  field('Item', 'text', { primary: true }),
  field('Price', 'number', { format: usd }),
  field('Pieces', 'number'),
]
const box = { x: 0, y: 0, width: 400, height: 200 }

test('usualColumns() begins with what rows are called, and leaves out what a cell shows badly', () => {
  const others = [
    field('id', 'number'),
    field('Order', 'link', { link: order }),
    field('order_id', 'number', { link: order }),
  ]
  const fields = [...others, field('Photo', 'attachments'), price, item, pieces, field('A'), field('B')]
  expect(usualColumns(fields).map(({ name }) => name)).toEqual(['Item', 'Price', 'Pieces', 'A'])
  expect(usualColumns([field('id', 'number')]).map(({ name }) => name)).toEqual(['id'])
  expect(usualColumns([field('Order', 'link', { link: order })])).toHaveLength(1)
})

test.each([
  ['en', { format: usd }],
  ['de', { format: { ...usd, locale: 'de' } }],
  // The server formats the rows in the locale of the record.
  [undefined, {}],
])('columnOf() shows money as its table does, in the locale %s', (locale, shown) => {
  expect(columnOf(price, locale)).toEqual({ title: 'Price', field: 'Price', align: 'end', ...shown })
})

test('fillTable() adds the columns that a table of the same rows lacks, and replaces what other rows filled', () => {
  const linked = { name: 'Lines', columns: [item], locale: 'en' }
  const session = openTestSession([newLinkedTable(linked, box)])
  selectNamed(session, 'Lines')
  const [id = ''] = session.state.selection
  const fill = (more: Partial<typeof linked>) => {
    session.run(fillTable(session.state.document, id, { ...linked, ...more }))
    const layer = layerAt(session.state.document, id)
    return { rows: Reflect.get(layer ?? {}, 'rows'), shown: tableColumns(session.state.document.design) }
  }
  expect(fill({ columns: [item, pieces] }).shown).toEqual({ Lines: '["Item","Pieces"]' })
  session.run({ type: 'set', target: id, path: ['columns', 0, 'title'], value: 'What' })
  expect(fill({ columns: [item, price] }).shown).toEqual({ Lines: '["Item","Pieces","Price"]' })
  expect(fill({ name: 'Returns', columns: [pieces] })).toEqual({
    rows: { bind: 'Returns' },
    shown: { Returns: '["Pieces"]' },
  })
})
