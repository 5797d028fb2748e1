import { expect, test } from 'vitest'
import { newOutput } from './new-output.ts'

const draft = {
  ...{
    title: '',
    template_id: 'tpl_1',
    template_by: null,
    view: null,
    filter: null,
    mapping: {},
    stop_after_failures: null,
  },
  ...{ file_name: '', stable_urls: null },
  deleted: { deleted_records: 'keep' as const, delete_after_days: 30 },
  place: { connection_id: '', base_id: '', table_id: '', table_name: '' },
  ...{ output: { formats: ['jpeg'], scale: 2 }, output_name: 'main', write_back: { url: 'fld_1' } },
}

test('newOutput() has the template and the formats of the first output, and a free name', () => {
  const first = newOutput({ ...draft, more: [] })
  expect(first).toEqual({
    ...{ name: 'size 2', template_id: 'tpl_1', template_by: null },
    ...{ output: { formats: ['jpeg'] }, write_back: {} },
  })
  expect(newOutput({ ...draft, more: [{ ...first, name: 'SIZE 2' }] }).name).toBe('size 3')
})
