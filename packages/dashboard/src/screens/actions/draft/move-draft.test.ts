import { expect, test } from 'vitest'
import type { ActionDraft } from './action-draft.ts'
import { moveDraft } from './move-draft.ts'
import type { TableField } from './types.ts'

function field(id: string, name: string, part: Partial<TableField> = {}): TableField {
  const shown = { format: null, link: null, operators: ['equals'] satisfies TableField['operators'], takes: [] }
  return { id, name, kind: 'text', computed: false, primary: false, ...shown, ...part }
}

const place = { connection_id: 'con_1', base_id: 'app_1', table_id: 'tbl_1', table_name: 'Products' }

const draft: ActionDraft = {
  ...{ place, title: 'Cards', template_id: 'tpl_1', template_by: null, view: 'viw_1', output: { formats: ['png'] } },
  filter: {
    and: [
      { field: 'fld_name', operator: 'equals', value: 'Mug' },
      { or: [{ field: 'fld_price', operator: 'equals', value: '1' }] },
    ],
  },
  mapping: { title: { field: 'fld_name' }, price: { field: 'fld_price' }, badge: { value: 'SALE' } },
  write_back: { url: 'fld_url', attachment: 'fld_file', attachment_mode: 'append', refill_empty: true },
  stop_after_failures: 20,
  ...{ file_name: '', stable_urls: null },
  deleted: { deleted_records: 'keep', delete_after_days: 30 },
  output_name: 'main',
  more: [{ name: 'story', template_id: 'tpl_1', template_by: null, output: {}, write_back: { url: 'fld_url' } }],
}

const names = new Map([
  ['fld_name', 'Product name'],
  ['fld_price', 'Price'],
  ['fld_url', 'Image URL'],
  ['fld_file', 'Image'],
  ['viw_1', 'In stock'],
])

const wanted = ['title', 'price', 'badge', 'Image', 'Unknown']
const other = { ...place, connection_id: 'con_2', table_id: 'tbl_2', table_name: 'Shoes' }

test('moveDraft() keeps what has a namesake there, and tells the rest', () => {
  const fields = [field('a', 'product_name'), field('b', 'Image URL', { takes: ['url'] }), field('c', 'Image')]
  const { moved, lost } = moveDraft(draft, names, { wanted, place: other, fields, views: [] })
  expect(moved).toEqual({
    ...draft,
    ...{ place: other, view: null },
    filter: { and: [{ field: 'a', operator: 'equals', value: 'Mug' }] },
    mapping: { title: { field: 'a' }, price: { value: null }, badge: { value: 'SALE' }, Image: { field: 'c' } },
    write_back: { url: 'b', attachment_mode: 'append', refill_empty: true },
    more: [{ name: 'story', template_id: 'tpl_1', template_by: null, output: {}, write_back: { url: 'b' } }],
  })
  expect(lost).toEqual([
    { part: 'mapping', of: 'price', name: 'Price' },
    { part: 'filter', of: '', name: 'Price' },
    { part: 'view', of: '', name: 'In stock' },
    { part: 'write_back', of: 'attachment', name: 'Image' },
  ])
})

test('moveDraft() keeps a text whose fields all have a namesake', () => {
  const text = { text: '{{Name}} {{Price}} {{Typed}}', fields: { Name: 'fld_name', Price: 'fld_price' } }
  const plain = { ...draft, filter: null, view: null, write_back: {}, more: [], mapping: { title: text } }
  const move = (fields: readonly TableField[]) =>
    moveDraft(plain, names, { wanted: [], place: other, fields, views: [] })
  const both = move([field('a', 'product name'), field('b', 'Price')])
  expect(both.moved.mapping).toEqual({ title: { ...text, fields: { Name: 'a', Price: 'b' } } })
  expect(both.lost).toEqual([])
  const one = move([field('a', 'product name')])
  expect(one.moved.mapping).toEqual({ title: { value: null } })
  expect(one.lost).toEqual([{ part: 'mapping', of: 'title', name: 'Price' }])
})

test('moveDraft() loses nothing when everything is there, whatever the ids are', () => {
  const operators = ['equals' as const]
  const fields = [...names].map(([id, name]) => field(`new_${id}`, name, { operators, takes: ['url', 'attachment'] }))
  const { moved, lost } = moveDraft(draft, names, {
    wanted,
    place: other,
    fields,
    views: [{ id: 'v', name: 'In stock' }],
  })
  expect(lost).toEqual([])
  expect(moved).toMatchObject({ view: 'v', mapping: { price: { field: 'new_fld_price' } } })
})

test('moveDraft() keeps stable URLs whose key has a namesake there, or is the record', () => {
  const keyed = (key: string | null) => ({ ...draft, stable_urls: { field: key, feed: true } })
  const move = (key: string | null) =>
    moveDraft(keyed(key), names, { wanted: [], place: other, fields: [field('a', 'product_name')], views: [] })
  expect(move('fld_name').moved.stable_urls).toEqual({ field: 'a', feed: true })
  expect(move(null).moved.stable_urls).toEqual({ field: null, feed: true })
  const { moved, lost } = move('fld_price')
  expect(moved.stable_urls).toBeNull()
  expect(lost).toContainEqual({ part: 'stable_urls', of: '', name: 'Price' })
})
