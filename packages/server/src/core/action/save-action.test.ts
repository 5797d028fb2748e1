import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { cardDesign, createTestRiver, productTable, type TestRiver } from '#core/fakes/test-river.ts'
import { createTemplate } from '#core/template/save-template.ts'
import { type ActionChange, type ActionDraft, createAction, updateAction } from './save-action.ts'
import { saveException } from './save-exception.ts'

const testData = useTestData()

async function draftFor(river: TestRiver): Promise<ActionDraft> {
  const action = await river.world.data.actions.get(river.actionId)
  if (action === null) throw new Error('no action')
  const { connectionId, templateId } = action
  return { title: 'Cards', connectionId, baseId: 'base', table: 'Products', templateId }
}

/** The errors that a draft with this change gets, by their pointers. */
async function errorsOf(river: TestRiver, change: ActionChange): Promise<Record<string, string>> {
  const draft = await draftFor(river)
  try {
    await createAction(river.world, { ...draft, ...change } as ActionDraft)
    return {}
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.code).toBe('invalid_request')
    return Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer, detail]))
  }
}

describe('createAction()', () => {
  test('finds table, view and fields by name or id', async () => {
    const river = await createTestRiver(testData)
    const action = await createAction(river.world, {
      ...(await draftFor(river)),
      title: ' Cards ',
      table: 'products',
      view: 'Even',
      mapping: { Photo: { value: 'asset:ast_1' }, Title: { field: 'fld_title' } },
      writeBack: { url: 'image url', status: 'Status' },
    })
    expect(action).toMatchObject({
      title: 'Cards',
      tableId: 'tbl_products',
      tableName: 'Products',
      viewId: 'viw_even',
      viewName: 'Even',
      mapping: { Photo: { value: 'asset:ast_1' }, Title: { field: { id: 'fld_title', name: 'Title' } } },
      output: { formats: ['png'] },
      writeBack: { url: { id: 'fld_image_url', name: 'Image URL' }, status: { id: 'fld_status', name: 'Status' } },
      revision: 1,
    })
    expect(await testData.data.actions.get(action.id)).toEqual(action)
  })

  test('guesses the field that an expression of the template means', async () => {
    const river = await createTestRiver(testData)
    const [heading] = cardDesign.layers
    const text = '{{Statsu | upper}} {{Missing || "-"}} {{unit-price}}'
    const { template } = await createTemplate(river.world, {
      design: { ...cardDesign, layers: [{ ...heading, text }] },
    })
    expect(await errorsOf(river, { templateId: template.id })).toEqual({
      '/mapping/Statsu': expect.stringMatching(
        /^The binding "Statsu" of the layer .* Did you mean "Status"\? .* or correct the name in the template\./,
      ),
      // Else a typing error would show the words for an empty value on every image.
      '/mapping/unit': expect.stringContaining(
        'no field with this name. "-" subtracts; a name with a hyphen is written in brackets: [unit-price]. Map',
      ),
      '/mapping/price': expect.stringContaining('[unit-price]'),
      '/mapping/Missing': expect.stringMatching(/^The binding "Missing" of the layer .* has no value/),
    })
  })

  test('resolves the names of a text to fields, which stay known by their ids', async () => {
    const table = productTable(1)
    const river = await createTestRiver(testData, { table })
    const text = '{{title | upper}} no. {{[Row number]}} \\{{Title}}'
    const action = await createAction(river.world, { ...(await draftFor(river)), mapping: { Title: { text } } })
    const fields = {
      title: { id: 'fld_title', name: 'Title' },
      'Row number': { id: 'fld_row_number', name: 'Row number' },
    }
    expect(action.mapping).toEqual({ Title: { text, fields } })
    expect(await testData.data.actions.get(action.id)).toEqual(action)
    table.fields = table.fields.map((field) => (field.name === 'Title' ? { ...field, name: 'Product' } : field))
    const updated = await updateAction(river.world, { id: action.id }, { filter: null })
    expect(updated.mapping.Title).toEqual({ text, fields: { ...fields, title: { id: 'fld_title', name: 'Product' } } })
  })

  test.each([
    ['{{Title', 'at character 1: "{{" has no "}}"'],
    [
      'a {{Titel}}',
      'at character 5: the table "Products" has no field "Titel". Did you mean "Title"? It has: "Title",',
    ],
    ['{{Title}} {{Photo}}', 'at character 13: the field "Photo" contains files, not text. Map the field itself'],
    [
      '{{unit-price}}',
      'at character 3: the table "Products" has no field "unit". "-" subtracts; a name with a hyphen is written in brackets: [unit-price].',
    ],
    ['{{Title | uper}}', 'at character 11: there is no filter "uper"; did you mean "upper"?'],
  ])('refuses the text %s of a mapping: %s', async (text, problem) => {
    const river = await createTestRiver(testData)
    const errors = await errorsOf(river, { mapping: { Title: { text } } })
    expect(Object.keys(errors)).toEqual(['/mapping/Title/text'])
    expect(errors['/mapping/Title/text']).toContain(`The text of the mapping for "Title", ${problem}`)
    expect(errors['/mapping/Title/text']).toMatch(/[^?]\.$|\?$/)
  })

  test('refuses to write into a field of a text', async () => {
    const river = await createTestRiver(testData)
    const errors = await errorsOf(river, {
      mapping: { Title: { text: '{{Title}} {{Status}}' } },
      writeBack: { status: 'Status' },
    })
    expect(errors['/write_back/status']).toContain('The field "Status" is mapped to the template')
  })

  test('points at what is wrong and lists what there is', async () => {
    const river = await createTestRiver(testData)
    expect(await errorsOf(river, { connectionId: 'con_none', templateId: 'tpl_none', title: ' ' })).toEqual({
      '/title': 'An action needs a title.',
      '/connection_id': 'There is no connection con_none.',
      '/template_id': 'There is no template tpl_none.',
    })
    expect(await errorsOf(river, { baseId: 'other' })).toEqual({
      '/base_id': 'The connection has no base "other". It has: "base".',
    })
    expect(await errorsOf(river, { table: 'Shops' })).toEqual({
      '/table': 'The base has no table "Shops". It has: "Products".',
    })
    const errors = await errorsOf(river, {
      view: 'Odd',
      mapping: { Title: { field: 'Titel' }, 'a/b': { value: 1 } },
      writeBack: { url: 'Photo', status: 'Row number', error: 'Nowhere', renderedAt: 'Image URL' },
      output: { formats: [], quality: 0, scale: 9 },
    })
    expect(errors).toMatchObject({
      '/view': 'The table has no view "Odd". It has: "Even".',
      '/mapping/Title/field':
        'The table "Products" has no field "Titel". It has: "Title", "Photo", "Image URL", "Status", "Error", "Rendered at", "Row number".',
      '/mapping/a~1b': 'The template has no binding named "a/b". It has: "Title", "Photo".',
      '/write_back/status': 'The table computes the field "Row number". Choose another one.',
      '/output/formats': 'must name at least one format',
      '/output/quality': 'must be from 1 to 100',
      '/output/scale': 'must be from 0.1 to 8',
    })
    expect(errors['/write_back/url']).toContain('The field "Photo" contains attachments values.')
    expect(errors['/write_back/error']).toContain('has no field "Nowhere"')
    expect(errors['/write_back/rendered_at']).toContain('The field "Image URL" contains url values.')
  })

  test('refuses a binding that nothing fills, unless it has a fallback', async () => {
    const table = productTable(1)
    const river = await createTestRiver(testData, { table })
    table.fields = table.fields.filter(({ name }) => name !== 'Title' && name !== 'Photo')
    const errors = await errorsOf(river, {})
    expect(Object.keys(errors)).toEqual(['/mapping/Title'])
    expect(errors['/mapping/Title']).toMatch(
      /^The binding "Title" of the layer "Heading" has no value.* or set a fallback in the template\./,
    )
  })

  test('refuses to write into a field that fills the template, and into one field twice', async () => {
    const river = await createTestRiver(testData)
    expect((await errorsOf(river, { writeBack: { url: 'Title' } }))['/write_back/url']).toContain(
      'is mapped to the template',
    )
    const twice = await errorsOf(river, { writeBack: { status: 'Status', error: 'Status' } })
    expect(twice).toEqual({ '/write_back/error': 'The field "Status" is written twice. Choose another one.' })
  })

  test('refuses to write into fields of stable URLs and file names, but not of the filter', async () => {
    const river = await createTestRiver(testData)
    const change: ActionChange = {
      stableUrls: { field: 'Status' },
      fileName: { text: '{{Error}}-{{Title}}' },
      filter: { field: 'Status', operator: 'not_empty' },
      writeBack: { status: 'Status', error: 'Error' },
    }
    expect(await errorsOf(river, change)).toEqual({
      '/write_back/status':
        'The field "Status" is the key of the stable URLs, so writing to it would overwrite what the action reads. Choose another one.',
      '/write_back/error': expect.stringContaining('The field "Error" is part of the file name, so writing'),
    })
    expect(await errorsOf(river, { ...change, stableUrls: {}, fileName: null })).toEqual({})
    await updateAction(river.world, { id: river.actionId }, { writeBack: { status: 'Status' } })
    await expect(
      updateAction(river.world, { id: river.actionId }, { stableUrls: { field: 'Status' } }),
    ).rejects.toMatchObject({ errors: [{ pointer: '/write_back/status' }] })
  })

  test('refuses write-back and views where the table can do neither', async () => {
    const river = await createTestRiver(testData, {
      draft: { writeBack: null },
      source: { capabilities: { write: null, views: 'none' } },
    })
    expect(await errorsOf(river, { writeBack: { url: 'Image URL' }, view: 'Even' })).toEqual({
      '/write_back': 'This table is read-only. Remove the write-back.',
      '/view': 'The table has no view "Even". It has none.',
    })
    const { writeBack } = await createAction(river.world, { ...(await draftFor(river)), writeBack: {} })
    expect(writeBack).toBeNull()
  })

  test('refuses to unpublish images of deleted records where rows are known by their numbers', async () => {
    const river = await createTestRiver(testData, { source: { capabilities: { stableIds: false } } })
    const expected = { '/deleted_records': expect.stringContaining('Set a key field in the connection') }
    expect(await errorsOf(river, { deletedRecords: 'unpublish' })).toEqual(expected)
    expect(await errorsOf(river, { deletedRecords: 'delete' })).toEqual(expected)
    expect(await errorsOf(river, { deletedRecords: 'keep' })).toEqual({})
    const change = (deletedRecords: 'keep' | 'delete') =>
      updateAction(river.world, { id: river.actionId }, { deletedRecords })
    await expect(change('delete')).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/deleted_records' }],
    })
    expect(await change('keep')).toMatchObject({ deletedRecords: 'keep' })
  })

  test('passes on what the source says when it cannot be asked', async () => {
    const off = { is: false }
    const before = () => {
      if (off.is) throw new AppError('source_unavailable', 'The table does not answer.')
    }
    const river = await createTestRiver(testData, { source: { before } })
    off.is = true
    await expect(createAction(river.world, await draftFor(river))).rejects.toMatchObject({ code: 'source_unavailable' })
    expect(
      await updateAction(river.world, { id: river.actionId }, { title: 'New', output: { quality: 70 } }),
    ).toMatchObject({
      title: 'New',
      output: { formats: ['png'], quality: 70 },
      revision: 2,
    })
  })
})

describe('updateAction()', () => {
  test('changes what is given and leaves the rest', async () => {
    const river = await createTestRiver(testData, { draft: { view: 'Even', mapping: { Title: { field: 'Status' } } } })
    const changed = await updateAction(river.world, { id: river.actionId }, { view: null })
    expect(changed).toMatchObject({
      viewId: null,
      mapping: { Title: { field: { id: 'fld_status', name: 'Status' } } },
      writeBack: { url: { id: 'fld_image_url', name: 'Image URL' } },
    })
    expect(await updateAction(river.world, { id: river.actionId, revision: 2 }, { writeBack: null })).toMatchObject({
      writeBack: null,
    })
    await expect(updateAction(river.world, { id: river.actionId, revision: 2 }, { title: 'x' })).rejects.toMatchObject({
      code: 'precondition_failed',
    })
    await expect(updateAction(river.world, { id: river.actionId }, { title: ' ' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await expect(updateAction(river.world, { id: 'act_none' }, {})).rejects.toMatchObject({ code: 'not_found' })
  })

  test('removes names and URLs of files also while the table does not answer', async () => {
    const off = { is: false }
    const before = () => {
      if (off.is) throw new AppError('source_unavailable', 'The table does not answer.')
    }
    const draft = { fileName: { text: '{{Status}}' }, stableUrls: { feed: true } }
    const { world, actionId } = await createTestRiver(testData, { source: { before }, draft })
    expect(await world.data.actions.get(actionId)).toMatchObject({
      ...{ fileName: { pattern: '{{Status}}' }, stableUrls: { field: null } },
      feedTokenHash: expect.any(String),
    })
    off.is = true
    const none = { fileName: null, stableUrls: null }
    const gone = { ...none, feedTokenHash: null, sealedFeedToken: null }
    expect(await updateAction(world, { id: actionId }, none)).toMatchObject(gone)
    expect(await world.data.actions.get(actionId)).toMatchObject(gone)
  })

  test('refuses a template whose bindings the mapping does not fit', async () => {
    const river = await createTestRiver(testData, { draft: { mapping: { Title: { field: 'Status' } } } })
    const [heading] = cardDesign.layers
    const design = { ...cardDesign, layers: [{ ...heading, text: { bind: 'Status' } }] }
    const { template } = await createTemplate(river.world, { design })
    await expect(updateAction(river.world, { id: river.actionId }, { templateId: template.id })).rejects.toMatchObject({
      errors: [{ pointer: '/mapping/Title' }],
    })
    const change = { templateId: template.id, mapping: {} }
    expect(await updateAction(river.world, { id: river.actionId }, change)).toMatchObject({ mapping: {} })
  })
})

test('saveException() stores no label of a record that is erased meanwhile', async () => {
  const { world, actionId, runAll } = await createTestRiver(testData)
  await runAll()
  const { data } = world
  const save = (inside: typeof data) => {
    const changes = [{ name: 'Heading', text: 'Pot' }]
    return saveException({ ...world, data: inside }, { actionId, recordId: 'rec_0' }, changes)
  }
  expect((await save(data)).label).toBe('Product 0')
  const transaction: typeof data.transaction = async (work) => {
    await data.erasure.images({ actionId, recordIds: ['rec_0'] }, new Date())
    return data.transaction(work)
  }
  expect((await save({ ...data, transaction })).label).toBe('')
})
