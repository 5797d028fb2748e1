import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesOf, tableOf } from './archive-kit.ts'
import { all, makeAction, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

let app: WholeApp
beforeAll(async () => {
  app = await startWholeApp()
})
afterAll(() => app.close())

const design = {
  schema: 1,
  name: 'Badge',
  width: 40,
  height: 20,
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Name' }, width: 40, height: 20, fontSize: 8 }],
}
const fields = [
  { name: 'Name', kind: 'text' as const },
  { name: 'SKU', kind: 'text' as const },
  { name: 'Price', kind: 'number' as const },
  { name: 'Card', kind: 'attachments' as const },
]

async function makeNamed(rows: Record<string, unknown>[], fileName: string | null) {
  const { client } = app
  const writeBack = { attachment: { field: 'Card', mode: 'replace' as const } }
  const made = await makeAction(client, { fields, rows, design, writeBack })
  const params = { id: made.actionId }
  const action = await client.actions.update({ params, body: { file_name: fileName } })
  const run = await untilEnded(client, await trigger(client, made.actionId))
  expect(run).toMatchObject({ rendered: rows.length, written_back: rows.length })
  const images = await all((query) => client.images.list({ query: { ...query, action_id: made.actionId } }))
  return { ...made, action, params, images, run }
}

describe('the file name of an action', () => {
  const rows = [
    { Name: 'Tea pot', SKU: 'T/1', Price: 5 },
    { Name: 'Ünï "x"', SKU: 'T-2', Price: 7.5 },
    { Name: 'Nothing', SKU: 'con' },
  ]

  test('names files in archives, cells and headers', async () => {
    const { action, images, tableId, params } = await makeNamed(rows, '{{SKU}} {{Name | upper}}.jpg')
    expect(action.file_name).toBe('{{SKU}} {{Name | upper}}.jpg')
    expect(images.map(({ file_name: name }) => name).sort()).toEqual(['T 1 TEA POT', 'T-2 ÜNÏ X', 'con NOTHING'])
    const files = filesOf(await app.client.images.archive({ query: { action_id: params.id } }))
    expect([...files.keys()].sort()).toEqual(['T 1 TEA POT.png', 'T-2 ÜNÏ X.png', 'con NOTHING.png', 'images.csv'])
    expect(tableOf(files).map(({ problem }) => problem)).toEqual(['', '', ''])
    const stored = (await app.client.tables.rows({ params: { id: tableId } })).results
    expect(stored[0]?.fields.Card).toMatchObject([
      { filename: expect.stringMatching(/^T 1 TEA POT-[0-9a-z]{12}\.png$/) },
    ])
    const special = images.find(({ file_name: name }) => name === 'T-2 ÜNÏ X')
    const { headers } = await fetch(special?.url ?? '', { method: 'HEAD' })
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="T-2 _N_ X.png"; filename*=UTF-8''T-2%20%C3%9CN%C3%8F%20X.png`,
    )
  })

  test('numbers equal names in an archive, and says so', async () => {
    const { params, action, run } = await makeNamed(rows, 'card')
    expect(action.warnings).toContainEqual(
      expect.stringMatching(/^The file name "card" contains no field.*Add a field/),
    )
    expect(run.notices).toEqual([
      'The file name "card" gives 3 records a name that another record has: "Tea pot" and "Nothing" are both "card". In an archive, numbers tell them apart. Add a field with unique values to the file name of the action.',
    ])
    const archive = async () => filesOf(await app.client.images.archive({ query: { action_id: params.id } }))
    const files = await archive()
    expect([...files.keys()].sort()).toEqual(['card (2).png', 'card (3).png', 'card.png', 'images.csv'])
    expect(tableOf(files).map(({ problem }) => problem)).toEqual([
      '',
      ...Array(2).fill(expect.stringMatching(/same file name.*Add a field/)),
    ])
    expect([...(await archive())]).toEqual([...files])
  })

  test('changes nothing where it is not set, or where a record has none of its values', async () => {
    const { images } = await makeNamed(rows, null)
    expect(images.map(({ file_name: name }) => name)).toEqual([null, null, null])
    const answer = await fetch(images[0]?.url ?? '', { method: 'HEAD' })
    expect(answer.headers.get('content-disposition')).toBeNull()
    const { images: some, params, run, actionId } = await makeNamed(rows, '{{Price}}')
    expect(run.notices).toEqual([
      'The file name "{{Price}}" gives 1 record no name, such as "Nothing": its fields are empty or do not suit the expression. The files are named after their records. Correct the file name of the action, or these fields.',
    ])
    expect(some.map(({ file_name: name }) => name).sort()).toEqual(['5', '7.5', null])
    const files = filesOf(await app.client.images.archive({ query: { action_id: params.id } }))
    expect([...files.keys()].sort()).toEqual(['5.png', '7.5.png', 'Nothing.png', 'images.csv'])
    // An older image of a record has its name too.
    const again = await app.client.actions.run({ params: { id: actionId }, body: { force: true } })
    await untilEnded(app.client, 'id' in again ? again.id : '')
    const both = filesOf(await app.client.images.archive({ query: { action_id: params.id } }))
    expect([...both.keys()]).toContain('5 (2).png')
    expect(tableOf(both).map(({ problem }) => problem)).toEqual(Array(6).fill(''))
  })

  test('names each of several outputs', async () => {
    const { client } = app
    const { actionId } = await makeAction(client, { fields, rows: rows.slice(0, 1), design })
    const outputs = [{ name: 'card' }, { name: 'small', scale: 0.5, formats: ['jpeg' as const, 'webp' as const] }]
    await client.actions.update({ params: { id: actionId }, body: { outputs, file_name: '{{Name}}' } })
    await untilEnded(client, await trigger(client, actionId))
    const files = filesOf(await client.images.archive({ query: { action_id: actionId } }))
    expect([...files.keys()].sort()).toEqual([
      'Tea pot card.png',
      'Tea pot small.jpg',
      'Tea pot small.webp',
      'images.csv',
    ])
  })

  test('follows a field that was renamed, and ends a run whose field is gone', async () => {
    const { params, tableId, rowIds } = await makeNamed(rows.slice(0, 1), '{{SKU}}')
    const { client } = app
    const before = (await client.tables.get({ params: { id: tableId } })).fields
    const { id = '' } = before.find(({ name }) => name === 'SKU') ?? {}
    const renamed = fields.map((field) => (field.name === 'SKU' ? { ...field, id, name: 'Number' } : field))
    await client.tables.update({ params: { id: tableId }, body: { fields: renamed } })
    await client.tables.updateRows({
      params: { id: tableId },
      body: { rows: [{ id: rowIds[0] ?? '', fields: { Name: 'New' } }] },
    })
    await untilEnded(client, await trigger(client, params.id))
    const { results } = await client.images.list({ query: { action_id: params.id } })
    expect(results.map(({ file_name: name }) => name)).toEqual(['T 1', 'T 1'])
    for (const body of [{ title: 'Again' }, { file_name: '{{SKU}}' }]) {
      const saved = await client.actions.update({ params, body })
      expect(saved.file_name).toBe('{{SKU}}')
    }
    const left = renamed.filter(({ name }) => name !== 'Number')
    await client.tables.update({ params: { id: tableId }, body: { fields: left } })
    expect(await untilEnded(client, await trigger(client, params.id))).toMatchObject({
      error: { code: 'source_not_found', message: expect.stringContaining('"Number" (in the file name)') },
    })
  })

  test.each([
    [
      'a field that is not there',
      '{{SKU}}-{{Nam}}',
      /^The file name, at character 11: the table "[^"]+" has no field "Nam"\. Did you mean "Name"\?/,
    ],
    ['an open brace', 'x {{SKU', /^The file name, at character 3: "\{\{" has no "\}\}"/],
    ['dots alone', '..', /^The file name "\.\." leaves no name: .* Write a letter/],
    ['a slash alone', '/', /^The file name "\/" leaves no name/],
    ['an extension alone', '.png', /^The file name "\.png" leaves no name/],
    ['an unknown filter', '{{SKU | shout}}', /^The file name, at character 9: .*shout/],
  ])('is rejected with the place: %s', async (_, fileName, detail) => {
    const { actionId } = await makeAction(app.client, { fields, rows: [], design })
    const saving = app.client.actions.update({ params: { id: actionId }, body: { file_name: fileName } })
    await expect(saving).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ pointer: '/file_name', detail: expect.stringMatching(detail) }] },
    })
  })
})
