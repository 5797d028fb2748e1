import { describe, expect, test } from 'vitest'
import { type ActionDraft, bodyOf, mergeDrafts, plainOutputs, templatesOf, withoutEmpty } from './action-draft.ts'
import { sameRow, templateByBody } from './template-by.ts'

const place = { connection_id: 'con_1', base_id: 'app_1', table_id: 'tbl_1', table_name: 'Products' }

const base: ActionDraft = {
  place,
  ...{ title: 'Cards', template_id: 'tpl_1', template_by: null, view: null, filter: null },
  mapping: { title: { field: 'fld_name' }, badge: { value: 'SALE' } },
  output: { formats: ['png'], quality: 80 },
  write_back: { url: 'fld_url' },
  output_name: 'main',
  more: [],
  stop_after_failures: null,
  ...{ file_name: '', stable_urls: null },
  deleted: { deleted_records: 'keep', delete_after_days: 30 },
}

describe('bodyOf()', () => {
  test('says only what differs, and null for what was emptied', () => {
    expect(bodyOf(base, base)).toEqual({})
    expect(bodyOf(base, { ...base, stop_after_failures: 20 })).toEqual({ stop_after_failures: 20 })
    const named = { ...base, file_name: '{{SKU}}', stable_urls: { field: 'fld_sku', feed: true } }
    expect(bodyOf(base, named)).toEqual({ file_name: '{{SKU}}', stable_urls: { field: 'fld_sku', feed: true } })
    expect(bodyOf(named, { ...base, file_name: ' ' })).toEqual({ file_name: null, stable_urls: null })
    expect(bodyOf(base, { ...base, title: 'New', output: { formats: ['png'] } })).toEqual({
      title: 'New',
      output: { formats: ['png'], quality: null },
    })
  })

  test('lists every output when there are several, or when the only one gets a name', () => {
    const story = {
      name: 'story',
      template_id: 'tpl_2',
      template_by: null,
      output: { formats: ['jpeg'] },
      write_back: { url: 'fld_story' },
    }
    const first = { name: 'main', template_id: 'tpl_1', formats: ['png'], quality: 80, write_back: { url: 'fld_url' } }
    const several = { ...base, more: [story] }
    expect(bodyOf(base, several)).toEqual({
      outputs: [first, { name: 'story', template_id: 'tpl_2', formats: ['jpeg'], write_back: { url: 'fld_story' } }],
    })
    expect(bodyOf(several, base)).toEqual({ outputs: [first] })
    expect(bodyOf(several, { ...several, title: 'New' })).toEqual({ title: 'New' })
    expect(bodyOf(base, { ...base, output_name: 'square' })).toEqual({ outputs: [{ ...first, name: 'square' }] })
    expect(bodyOf(several, { ...several, write_back: { url: 'fld_url', status: 'fld_status' } })).toMatchObject({
      outputs: [first, { name: 'story' }],
      write_back: { status: 'fld_status' },
    })
  })

  test('lists the outputs when a field chooses the template', () => {
    const rows = [{ value: 'Sale', template_id: 'tpl_2' }]
    const template_by = { field: 'fld_kind', rows, otherwise: 'fail' as const }
    const chosen = { ...base, template_by }
    expect(bodyOf(base, chosen).outputs).toMatchObject([
      { name: 'main', template_by: { field: 'fld_kind', templates: { Sale: 'tpl_2' }, otherwise: 'fail' } },
    ])
    expect(bodyOf(chosen, base).outputs?.[0]).not.toHaveProperty('template_by')
    expect(templatesOf(chosen)).toEqual(['tpl_1', 'tpl_2'])
    const unfinished = {
      ...chosen,
      template_by: { ...template_by, rows: [...rows, { value: 'New', template_id: '' }] },
    }
    expect(plainOutputs(unfinished)).toMatchObject([{ template_by: { templates: { Sale: 'tpl_2' } } }])
    expect(templatesOf(unfinished)).toEqual(['tpl_1', 'tpl_2'])
  })

  test('names the whole table when it is another one', () => {
    const other = { ...place, table_id: 'tbl_2', table_name: 'Shoes' }
    expect(bodyOf(base, { ...base, place: other })).toEqual({
      ...{ connection_id: 'con_1', base_id: 'app_1', table: 'tbl_2' },
    })
  })

  test('writes the file with its mode, and nothing when no cell is left', () => {
    const file = { write_back: { attachment: 'fld_file', attachment_mode: 'append' } }
    expect(bodyOf(base, { ...base, ...file })).toEqual({
      write_back: { attachment: { field: 'fld_file', mode: 'append' } },
    })
    expect(bodyOf(base, { ...base, write_back: { refill_empty: true } })).toEqual({ write_back: null })
  })
})

describe('withoutEmpty()', () => {
  test('drops groups that hold nothing', () => {
    const condition = { field: 'fld_a', operator: 'empty' as const }
    expect(withoutEmpty({ and: [{ or: [] }, condition] })).toEqual({ and: [condition] })
    expect(withoutEmpty({ and: [{ or: [] }] })).toBeNull()
  })
})

describe('mergeDrafts()', () => {
  const mine = { ...base, title: 'Mine', mapping: { ...base.mapping, badge: { value: 'NEW' } } }

  test('takes from each what the other left alone', () => {
    const theirs = { ...base, view: 'viw_1', mapping: { title: { field: 'fld_other' }, badge: { value: 'SALE' } } }
    const { merged, conflicts } = mergeDrafts({ base, mine, theirs })
    expect(conflicts).toEqual([])
    expect(merged).toEqual({
      ...base,
      title: 'Mine',
      view: 'viw_1',
      mapping: { title: { field: 'fld_other' }, badge: { value: 'NEW' } },
    })
  })

  test('tells what both have changed; mine counts unless I yield', () => {
    const theirs = { ...base, title: 'Theirs', output: { formats: ['png'] } }
    const { merged, conflicts } = mergeDrafts({ base, mine, theirs })
    expect(conflicts).toEqual([{ path: 'title', mine: 'Mine', theirs: 'Theirs' }])
    expect(merged).toMatchObject({ title: 'Mine', output: { formats: ['png'] } })
    expect(Object.keys(merged.output)).toEqual(['formats'])
    expect(mergeDrafts({ base, mine, theirs }, new Set(['title'])).merged.title).toBe('Theirs')
  })
})

test('templateByBody() keeps both rows of a value, so that the API refuses them', () => {
  const rows = [
    { value: 'Sale', template_id: 'tpl_1' },
    { value: ' Sale', template_id: 'tpl_2' },
    { value: 'New', template_id: 'tpl_1' },
  ]
  const { templates } = templateByBody({ field: 'fld_kind', rows, otherwise: 'fail' })
  expect(templates).toEqual({ Sale: 'tpl_1', 'Sale ': 'tpl_2', New: 'tpl_1' })
  expect(rows.map((_, index) => sameRow(rows, index))).toEqual([-1, 0, -1])
})
