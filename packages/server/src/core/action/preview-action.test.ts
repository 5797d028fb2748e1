import { describe, expect, test } from 'vitest'
import { fakeField } from '#core/fakes/fake-source.ts'
import { createFreeRenderer } from '#core/fakes/free-renderer.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign, createTestRiver, productTable } from '#core/fakes/test-river.ts'
import type { FieldValue } from '#core/ports/source.ts'
import { RecordError } from '#core/run/record-error.ts'
import { createTemplate } from '#core/template/save-template.ts'
import { previewAction } from './preview-action.ts'
import { updateAction } from './save-action.ts'

const testData = useTestData()

const photo: FieldValue = [{ id: 'att_1', url: 'https://files.example/1', filename: '1.png' }]

/** Two hundred plain products, and one for each of these titles (null: none) at its place. */
function tableWith(odd: Readonly<Record<number, string | null>>) {
  const table = productTable(200)
  return {
    ...table,
    records: table.records.map(({ id }, index) => ({
      id,
      fields: { fld_title: index in odd ? (odd[index] ?? null) : 'Cup', fld_photo: index === 150 ? null : photo },
    })),
  }
}

describe('previewAction()', () => {
  test('renders the worst records and says why, keeps and writes nothing', async () => {
    const long = `${'many words '.repeat(30)}end`
    const table = tableWith({
      20: long,
      60: null,
      90: '\u05e9\u05dc\u05d5\u05dd',
      110: 'Donaudampfschifffahrtsgesellschaft',
      130: '0123456789',
    })
    const river = await createTestRiver(testData, { table, draft: { output: { formats: ['webp', 'png'] } } })
    const previews = await previewAction(river.world, river.actionId, { limit: 8, recordIds: null })
    expect(previews.map(({ recordId, because }) => [recordId, because.map(({ code }) => code)])).toEqual([
      ['rec_20', ['longest_text']],
      ['rec_150', ['missing_image']],
      ['rec_60', ['emptiest']],
      ['rec_90', ['right_to_left']],
      ['rec_110', ['longest_word']],
      ['rec_130', ['most_digits']],
      ['rec_0', ['first']],
      ['rec_1', ['first']],
    ])
    expect(previews[0]?.because[0]?.message).toBe('longest text: 333 characters in "Title"')
    expect(previews[1]?.because[0]?.message).toBe('no picture in "Photo"')
    expect(previews[0]?.file?.format).toBe('webp')
    expect((await testData.data.images.list({ actionId: river.actionId, limit: 10 })).results).toEqual([])
    expect(river.source.written).toEqual([])
  })

  test('takes what is bad in several ways once, and looks at no more than five pages', async () => {
    const table = tableWith({ 0: `${'\u05e9'.repeat(50)}${'1'.repeat(50)}` })
    const river = await createTestRiver(testData, { table, source: { pageSize: 10 } })
    const previews = await previewAction(river.world, river.actionId, { limit: 3, recordIds: null })
    const codes = ['longest_text', 'right_to_left', 'longest_word', 'most_digits']
    expect(previews[0]?.because.map(({ code }) => code)).toEqual(codes)
    expect(new Set(previews.map(({ recordId }) => recordId)).size).toBe(3)
    expect(river.source.calls.get('page')).toBe(5)
  })

  test('chooses among the records of the view that pass the filter', async () => {
    const river = await createTestRiver(testData, {
      table: productTable(9),
      draft: { view: 'Even', filter: { field: 'Title', operator: 'not_equals', value: 'Product 4' } },
      world: {
        renderer: createFreeRenderer({
          before: ({ values }) => {
            if (values.Title === 'Product 2') throw new RecordError('value_invalid', 'no')
          },
        }),
      },
    })
    const previews = await previewAction(river.world, river.actionId, { limit: 10, recordIds: null })
    expect(previews.map(({ recordId }) => recordId).sort()).toEqual(['rec_0', 'rec_2', 'rec_6', 'rec_8'])
    expect(previews.find(({ recordId }) => recordId === 'rec_2')).toMatchObject({
      error: { message: 'Record rec_2 "Product 2": no (value_invalid)' },
      file: null,
    })
  })

  test('renders the named records, whatever view and filter say', async () => {
    const river = await createTestRiver(testData, {
      draft: { view: 'Even', filter: { field: 'Title', operator: 'empty' } },
    })
    const preview = (recordIds: string[]) => previewAction(river.world, river.actionId, { limit: 3, recordIds })
    expect(await preview(['rec_2', 'rec_1', 'rec_2'])).toMatchObject([
      { recordId: 'rec_2', because: [{ code: 'named' }] },
      { recordId: 'rec_1' },
    ])
    await expect(preview(['rec_1', 'rec_9'])).rejects.toMatchObject({
      code: 'not_found',
      message: 'The table "Products" has no record "rec_9".',
    })
  })

  test('prefers a record whose text of the mapping fails', async () => {
    const table = productTable(3)
    Object.assign(table.records[0]?.fields ?? {}, { fld_title: '', fld_status: '' })
    Object.assign(table.records[1]?.fields ?? {}, { fld_title: '12' })
    const draft = { mapping: { Title: { text: '{{Title * 2}}' } } }
    const { world, actionId } = await createTestRiver(testData, { table, draft })
    const [preview, ...others] = await previewAction(world, actionId, { limit: 1, recordIds: null })
    expect(others).toEqual([])
    expect(preview).toMatchObject({
      recordId: 'rec_2',
      error: { message: expect.stringContaining('"Product 2" is not') },
    })
    expect(preview?.because[0]).toEqual({
      code: 'fails',
      message: expect.stringContaining('"Product 2" is not a number'),
    })
  })

  test('writes texts of the mapping in the locale of the template that is filled, as a run does', async () => {
    const table = productTable(1)
    Object.assign(table.records[0]?.fields ?? {}, { fld_language: 'de', fld_title: '1234.5' })
    const renderer = createFreeRenderer()
    const river = await createTestRiver(testData, {
      table: { ...table, fields: [...table.fields, fakeField('Language')] },
      draft: { mapping: { Title: { text: '{{Title | number}}' } } },
      world: { renderer },
    })
    const { world, actionId: id, templateId } = river
    const local = { ...cardDesign, locale: { bind: 'Language' } }
    const first = await createTemplate(world, { design: local, publish: true })
    const output = { formats: ['png' as const] }
    await updateAction(
      world,
      { id },
      {
        outputs: [
          { name: 'local', templateId: first.template.id, output },
          { name: 'plain', templateId, output },
        ],
      },
    )
    await river.runAll()
    const written = { local: '1.234,5', plain: '1,234.5' }
    expect(renderer.jobs.map(({ values }) => values.Title)).toEqual(Object.values(written))
    const { skipped } = await river.runAll()
    expect(skipped, 'the fingerprints stay').toBe(1)
    const request = { limit: 1, recordIds: null, isDrawn: false }
    for (const [output, text] of Object.entries(written)) {
      const [preview] = await previewAction(world, id, { ...request, output })
      expect(preview?.values.Title, output).toBe(text)
      expect(Object.hasOwn(preview?.values ?? {}, 'Language'), output).toBe(output === 'local')
    }
  })

  test('leaves out no named record because its values are large', async () => {
    const table = tableWith({ 1: 'ä'.repeat(600_000), 2: 'ä'.repeat(600_000) })
    const river = await createTestRiver(testData, { table })
    const preview = (recordIds: string[] | null) =>
      previewAction(river.world, river.actionId, { limit: 3, recordIds, isDrawn: false })
    expect(await preview(['rec_2'])).toMatchObject([{ recordId: 'rec_2' }])
    expect(await preview(null)).not.toEqual([])
    await expect(preview(['rec_1', 'rec_2'])).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('Only 1 of these 2 records fit'),
    })
  })

  test('bounded, finds no record that the view or the filter of the action leaves out', async () => {
    const filter = { field: 'Title', operator: 'not_empty' } as const
    const source = { capabilities: { getMany: { max: 100, inView: true } } }
    const table = tableWith({ 2: null })
    const river = await createTestRiver(testData, { table, source, draft: { view: 'Even', filter } })
    const preview = (recordIds: string[]) =>
      previewAction(river.world, river.actionId, { limit: 3, recordIds, isBounded: true, isDrawn: false })
    expect(await preview(['rec_4'])).toMatchObject([{ recordId: 'rec_4' }])
    for (const id of ['rec_1', 'rec_2', 'rec_999'])
      await expect(preview(['rec_4', id])).rejects.toMatchObject({
        code: 'not_found',
        message: `The action has no record "${id}".`,
      })
  })
})
