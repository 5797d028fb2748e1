import { type CallAnswer, type Client, type Contract, createClient } from '@pictable/client'
import { rowsXml, workbook } from '@pictable/server/sources/table-file/workbook.test-kit.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let client: Client
beforeAll(async () => {
  app = await startApp()
  client = createClient({ baseUrl: app.url, apiKey: app.adminKey })
})
afterAll(() => app.close())

const csv = (text: string) => ({ body: text, contentType: 'text/csv' })

/** What came of a file that was imported in the request. */
function whole(answer: CallAnswer<Contract['tables']['importInto']>) {
  if ('state' in answer) throw new Error('the import goes on')
  return answer
}

async function importNew(text: string, name = 'Products') {
  const { table } = whole(await client.tables.importNew({ query: { name }, ...csv(text) }))
  return { table, params: { id: table.id } }
}

async function rowsOf(id: string, query: Parameters<typeof client.tables.rows>[0]['query'] = {}) {
  return (await client.tables.rows({ params: { id }, query: { limit: 100, ...query } })).results
}
const fieldsOf = async (...of: Parameters<typeof rowsOf>) => (await rowsOf(...of)).map(({ fields }) => fields)

describe('an Excel workbook', () => {
  const rows = [
    ['Name', 'Price', 'Sold'],
    ['Teapot', 24.5, true],
    ['Cup', 7, false],
  ]
  const bytes = workbook({ Notes: rowsXml([['Text'], ['x']]), Products: rowsXml(rows) })

  test('becomes a table, of the sheet that is asked for', async () => {
    const imported = whole(await client.tables.importNew({ query: { name: 'Shop', sheet: 'products' }, body: bytes }))
    expect(imported).toMatchObject({ added: 2, sheet: 'Products', sheets: ['Notes', 'Products'], emptied_cells: 0 })
    expect(imported.table.fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['Name', 'text'],
      ['Price', 'number'],
      ['Sold', 'checkbox'],
    ])
    expect(await fieldsOf(imported.table.id)).toEqual([
      { Name: 'Teapot', Price: 24.5, Sold: true },
      { Name: 'Cup', Price: 7, Sold: false },
    ])
  })

  test('is known by its bytes, whatever it is called', async () => {
    const imported = await client.tables.importNew({ query: { name: 'Shop' }, body: bytes, contentType: 'text/csv' })
    expect(imported).toMatchObject({ added: 1, sheet: 'Notes' })
  })

  test('whose formulas failed says how many cells are empty', async () => {
    const failed = '<row r="2"><c r="A2" t="e"><v>#REF!</v></c><c r="B2"><v>1</v></c></row>'
    const body = workbook({ Data: rowsXml([['A', 'B']]) + failed })
    expect(await client.tables.importNew({ query: { name: 'Shop' }, body })).toMatchObject({
      added: 1,
      emptied_cells: 1,
    })
  })

  test.each([
    ['a sheet that is not there', bytes, { sheet: 'Prices' }, 'no sheet "Prices". It has: "Notes", "Products".'],
    ['half a workbook', bytes.slice(0, bytes.length / 2), {}, 'damaged'],
    ['an old workbook', new Uint8Array(Buffer.from('d0cf11e0a1b11ae1', 'hex')), {}, '(.xls)'],
  ])('%s is refused in words, and nothing is left', async (_what, body, query, message) => {
    const before = (await client.tables.list()).results.length
    const importing = client.tables.importNew({ query: { name: 'Shop', ...query }, body })
    await expect(importing).rejects.toMatchObject({ status: 400 })
    await expect(importing).rejects.toThrow(message)
    expect((await client.tables.list()).results.length).toBe(before)
  })
})

describe('a file into a table that is there', () => {
  const start = 'SKU,Name,Price\nA,Teapot,24.5\nB,Cup,7\nC,Bowl,12\n'

  test('changes the rows of the same key, adds the others, leaves what is equal', async () => {
    const { table, params } = await importNew(start)
    const before = await rowsOf(table.id)
    const query = { mode: 'upsert', key: 'SKU' } as const
    const text = 'SKU,Price\nB,8\nA,24.5\nD,5\n'
    expect(await client.tables.importInto({ params, query, ...csv(text) })).toMatchObject({
      added: 1,
      updated: 1,
      unchanged: 1,
      removed: 0,
      skipped: 0,
    })
    const after = await rowsOf(table.id)
    expect(after.map(({ fields }) => fields)).toEqual([
      { SKU: 'A', Name: 'Teapot', Price: 24.5 },
      { SKU: 'B', Name: 'Cup', Price: 8 },
      { SKU: 'C', Name: 'Bowl', Price: 12 },
      { SKU: 'D', Price: 5 },
    ])
    expect(after.slice(0, 3).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(await client.tables.importInto({ params, query, ...csv(text) })).toMatchObject({ added: 0, unchanged: 3 })
  })

  test('replaces all rows, or keeps those of the same key', async () => {
    const { table, params } = await importNew(start)
    const [, cup] = await rowsOf(table.id)
    const text = 'SKU,Name,Price\nB,Cup,9\nE,Jug,30\n'
    const keyed = await client.tables.importInto({ params, query: { mode: 'replace', key: 'sku' }, ...csv(text) })
    expect(keyed).toMatchObject({ added: 1, updated: 1, removed: 2 })
    const kept = await rowsOf(table.id)
    expect(kept.map(({ fields }) => fields.SKU)).toEqual(['B', 'E'])
    expect(kept[0]?.id).toBe(cup?.id)
    const all = await client.tables.importInto({ params, query: { mode: 'replace' }, ...csv(text) })
    expect(all).toMatchObject({ added: 2, updated: 0, removed: 2 })
    const replaced = await rowsOf(table.id)
    expect(replaced.map(({ fields }) => fields.SKU)).toEqual(['B', 'E'])
    expect(replaced[0]?.id).not.toBe(cup?.id)
  })

  test('refuses mistakes by their line, or leaves those rows out', async () => {
    const { table, params } = await importNew(start)
    const text = 'SKU,Name,Price\nD,"Big\njug",cheap\nE,Pan,9\nE,Pan again,9\n,Nameless,1\n'
    const query = { mode: 'upsert', key: 'SKU' } as const
    await expect(client.tables.importInto({ params, query, ...csv(text) })).rejects.toMatchObject({
      status: 400,
      problem: {
        errors: [
          { pointer: '/rows/0/Price', detail: 'Line 2: "Price" must be a number, such as 24.5.' },
          { pointer: '/rows/2/SKU', detail: 'Line 5: "SKU" has the same value as in line 4.' },
          { pointer: '/rows/3/SKU', detail: 'Line 6: "SKU" is empty, but identifies the rows.' },
        ],
      },
    })
    expect(await rowsOf(table.id)).toHaveLength(3)
    const skips = { ...query, mistakes: 'skip' } as const
    const skipping = whole(await client.tables.importInto({ params, query: skips, ...csv(text) }))
    expect(skipping).toMatchObject({ added: 1, skipped: 3 })
    expect(skipping.skipped_rows.map(({ line }) => line)).toEqual([2, 5, 6])
    expect(await rowsOf(table.id)).toHaveLength(4)
  })

  test('leaves out what it cannot tell apart in the table', async () => {
    const { params } = await importNew('SKU,Name\nA,One\nA,Two\n')
    const query = { mode: 'upsert', key: 'SKU', mistakes: 'skip' } as const
    const summary = whole(await client.tables.importInto({ params, query, ...csv('SKU,Name\nA,Three\n') }))
    expect(summary).toMatchObject({ skipped: 1, updated: 0, added: 0 })
    expect(summary.skipped_rows[0]?.reason).toContain('several rows of the table')
  })

  test.each([
    [{ mode: 'upsert' }, '/query/key'],
    [{ mode: 'append', key: 'SKU' }, '/query/key'],
    [{ mode: 'upsert', key: 'Colour' }, '/query/key'],
  ] as const)('with %o is refused', async (query, pointer) => {
    const { params } = await importNew(start)
    await expect(client.tables.importInto({ params, query, ...csv(start) })).rejects.toMatchObject({
      problem: { errors: [{ pointer }] },
    })
  })

  test('with more than 50,000 rows goes on after the response, and finishes without its client', async () => {
    const lines = Array.from({ length: 50_001 }, (_, index) => `Row ${index}`).join('\n')
    const headers = { 'content-type': 'text/csv' }
    const answer = await app.request('POST', '/v1/tables/import?name=Large', { body: `Name\n${lines}\n`, headers })
    expect(answer).toMatchObject({ status: 202, json: { state: 'active', rows: 50_001, table_name: 'Large' } })
    const location = answer.headers.get('location') ?? ''
    const progress = async () => (await app.request('GET', location)).json
    await expect.poll(progress, { timeout: 120_000 }).toMatchObject({
      ...{ state: 'completed', done: 50_001, error: null, result: { added: 50_001, skipped: 0, sheet: null } },
    })
    const { results } = await client.tables.listImports()
    expect(results[0]).toEqual(await progress())
    const params = { id: results[0]?.table_id ?? '' }
    expect(await client.tables.countRows({ params })).toEqual({ count: 50_001 })
    const wrong = await app.request('POST', `/v1/tables/${params.id}/import`, { body: `Colour\n${lines}\n`, headers })
    expect(wrong).toMatchObject({ status: 400, json: { errors: [{ pointer: '/columns/Colour' }] } })
    await client.tables.delete({ params })
  })

  test('is seen all at once, and others have their turn meanwhile', async () => {
    const { table, params } = await importNew('Name,Number\nFirst,0\n')
    const lines = Array.from({ length: 6000 }, (_, index) => `Row ${index},${index}`).join('\n')
    let isDone = false
    const importing = client.tables.importInto({ params, ...csv(`Name,Number\n${lines}\n`) }).finally(() => {
      isDone = true
    })
    const counts = new Set<number>()
    const added: string[] = []
    while (!isDone) {
      counts.add((await client.tables.countRows({ params })).count - added.length)
      if (added.length < 5) {
        const { results } = await client.tables.addRows({ params, body: { rows: [{ Name: 'Meanwhile' }] } })
        added.push(...results.map(({ id }) => id))
      }
    }
    expect(await importing).toMatchObject({ added: 6000 })
    expect([...counts].filter((count) => count !== 1 && count !== 6001)).toEqual([])
    expect((await client.tables.countRows({ params })).count).toBe(6001 + added.length)
    expect(await rowsOf(table.id, { search: 'Meanwhile' })).toHaveLength(added.length)
  })
})

describe('rows', () => {
  const text = 'Name,Price,Note\nTeapot,24.5,Green\nCup,7,\nBowl,12,green tea\nJug,,Blue\n'

  test('are found, sorted and counted', async () => {
    const { table, params } = await importNew(text)
    const names = async (query: Parameters<typeof rowsOf>[1]) =>
      (await fieldsOf(table.id, query)).map(({ Name }) => Name)
    expect(await names({ sort: '-Price' })).toEqual(['Teapot', 'Bowl', 'Cup', 'Jug'])
    expect(await names({ sort: 'name' })).toEqual(['Bowl', 'Cup', 'Jug', 'Teapot'])
    expect(await names({ search: 'GREEN' })).toEqual(['Teapot', 'Bowl'])
    const filters = JSON.stringify([{ field: 'Price', operator: 'greater', value: 9 }])
    expect(await names({ filters, search: 'tea' })).toEqual(['Teapot', 'Bowl'])
    expect(await client.tables.countRows({ params, query: { filters } })).toEqual({ count: 2 })
    expect(await client.tables.countRows({ params })).toEqual({ count: 4 })
    const first = await client.tables.rows({ params, query: { limit: 2, sort: '-Price' } })
    const rest = await client.tables.rows({ params, query: { limit: 2, sort: '-Price', after: first.next ?? '' } })
    expect([...first.results, ...rest.results].map(({ fields }) => fields.Name)).toEqual([
      'Teapot',
      'Bowl',
      'Cup',
      'Jug',
    ])
  })

  test('pass the filters of the view and those that are asked for', async () => {
    const { table, params } = await importNew(text)
    const views = [{ name: 'Dear', filters: [{ field: 'Price', operator: 'greater' as const, value: 9 }] }]
    await client.tables.update({ params, body: { views } })
    const filters = JSON.stringify([{ field: 'Name', operator: 'contains', value: 'bo' }])
    expect(await fieldsOf(table.id, { view: 'Dear', filters })).toMatchObject([{ Name: 'Bowl' }])
  })

  test.each([
    [{ filters: '[{' }, '/query/filters'],
    [{ filters: '[{"field":"Price","operator":"near"}]' }, '/query/filters/0/operator'],
    [{ filters: '[{"field":"Colour","operator":"empty"}]' }, '/query/filters'],
    [{ sort: 'Colour' }, '/query/sort'],
    [{ view: 'Old' }, '/query/view'],
  ])('asked for with %o are refused', async (query, pointer) => {
    const { params } = await importNew(text)
    await expect(client.tables.rows({ params, query })).rejects.toMatchObject({ problem: { errors: [{ pointer }] } })
  })

  test('are changed and deleted many at once, each with its own result', async () => {
    const { table, params } = await importNew(text)
    const [pot, cup, bowl] = await rowsOf(table.id)
    const rows = [
      { id: pot?.id ?? '', fields: { Price: 30 } },
      { id: cup?.id ?? '', fields: { Price: 'cheap', Name: 'Mug' } },
      { id: 'row_unknown', fields: { Price: 1 } },
      { id: bowl?.id ?? '', fields: { Note: null } },
    ]
    const { results } = await client.tables.updateRows({ params, body: { rows } })
    expect(results).toMatchObject([
      { row: { fields: { Name: 'Teapot', Price: 30 } }, errors: [] },
      { row: null, errors: [{ pointer: '/rows/1/fields/Price' }] },
      { row: null, errors: [{ pointer: '/rows/2/id' }] },
      { row: { fields: { Name: 'Bowl', Price: 12 } }, errors: [] },
    ])
    expect((await fieldsOf(table.id))[1]).toMatchObject({ Name: 'Cup', Price: 7 })
    const ids = [pot?.id ?? '', 'row_unknown', bowl?.id ?? '', pot?.id ?? '']
    expect(await client.tables.deleteRows({ params, body: { row_ids: ids } })).toEqual({
      deleted: [pot?.id, bowl?.id],
      missing: ['row_unknown'],
    })
    expect(await rowsOf(table.id)).toHaveLength(2)
    expect(await client.tables.restoreRows({ params, body: { row_ids: [bowl?.id ?? '', 'row_unknown'] } })).toEqual({
      restored: [bowl?.id],
      missing: ['row_unknown'],
    })
    const second = await client.tables.rows({ params, query: { skip: 1, limit: 1 } })
    expect(second.results.map(({ id }) => id)).toEqual([bowl?.id])
    const one = { ...params, row_id: cup?.id ?? '' }
    expect((await client.tables.row({ params: one })).fields).toMatchObject({ Name: 'Cup' })
    await expect(client.tables.row({ params: { ...one, row_id: 'row_x' } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('fields and views', () => {
  test('keep id and values when they are renamed by their id', async () => {
    const { table, params } = await importNew('Name,Price\nTeapot,24.5\n')
    const [name, price] = table.fields
    const views = [{ name: 'All' }]
    const [view] = (await client.tables.update({ params, body: { views } })).views
    const changed = await client.tables.update({
      params,
      body: {
        fields: [
          { id: price?.id ?? '', name: 'Cost', kind: 'number' },
          { id: name?.id ?? '', name: 'Price', kind: 'text' },
          { name: 'Photo', kind: 'attachments' },
        ],
        views: [{ id: view?.id ?? '', name: 'Everything' }],
      },
    })
    expect(changed.fields.slice(0, 2).map(({ id }) => id)).toEqual([price?.id, name?.id])
    expect(changed.views).toMatchObject([{ id: view?.id, name: 'Everything' }])
    expect(await fieldsOf(table.id)).toEqual([{ Cost: 24.5, Price: 'Teapot' }])
  })

  test.each([
    ['text', 'number', '24.50', 24.5],
    ['number', 'text', '7', '7'],
    ['text', 'multi_select', 'red, blue', ['red', 'blue']],
    ['text', 'checkbox', 'yes', true],
    ['text', 'date', '2025-01-31', '2025-01-31'],
    ['date', 'date_time', '2025-01-31', '2025-01-31T00:00:00.000Z'],
    ['date_time', 'date', '2025-01-31T12:00:00Z', '2025-01-31'],
    ['checkbox', 'number', 'yes', 1],
    ['text', 'json', '{"a":1}', { json: { a: 1 } }],
    ['url', 'attachments', 'https://a.example/p.png', [{ url: 'https://a.example/p.png', filename: 'p.png' }]],
    ['attachments', 'text', 'https://a.example/p.png', 'https://a.example/p.png'],
  ] as const)('of %s take %s values', async (from, kind, given, value) => {
    const table = await client.tables.create({ body: { name: 'Kinds', fields: [{ name: 'A', kind: from }] } })
    const params = { id: table.id }
    await client.tables.addRows({ params, body: { rows: [{ A: given }, { A: null }] } })
    await client.tables.update({ params, body: { fields: [{ name: 'A', kind }] } })
    expect(await fieldsOf(table.id)).toEqual([{ A: value }, {}])
  })

  test('refuse a kind that the values do not fit, or empty those', async () => {
    const { table, params } = await importNew('Name,Size\nTeapot,big\nCup,12\n')
    const body = {
      fields: [
        { name: 'Name', kind: 'text' as const },
        { name: 'Size', kind: 'number' as const },
      ],
    }
    await expect(client.tables.update({ params, body })).rejects.toMatchObject({
      status: 400,
      problem: {
        errors: [{ pointer: '/fields/1/kind', detail: expect.stringContaining('"big" in "Size" must be a number') }],
      },
    })
    expect((await client.tables.get({ params })).fields[1]?.kind).toBe('text')
    expect(await fieldsOf(table.id)).toMatchObject([{ Size: 'big' }, { Size: '12' }])
    const added = await client.tables.addRows({ params, body: { rows: [{ Name: 'Bowl', Size: 'small' }] } })
    const row_ids = added.results.map(({ id }) => id)
    await client.tables.deleteRows({ params, body: { row_ids } })
    await client.tables.update({ params, query: { misfits: 'empty' }, body })
    expect(await client.tables.restoreRows({ params, body: { row_ids } })).toEqual({ restored: [], missing: row_ids })
    expect(await fieldsOf(table.id)).toEqual([{ Name: 'Teapot' }, { Name: 'Cup', Size: 12 }])
  })

  test('refuse a currency that is no code', async () => {
    const format = { type: 'currency', currency: 'Euro' } as const
    const fields = [{ name: 'Price', kind: 'number', format } as const]
    await expect(client.tables.create({ body: { name: 'Prices', fields } })).rejects.toMatchObject({
      status: 400,
      problem: {
        errors: [
          {
            pointer: '/fields/0/format/currency',
            detail: expect.stringContaining('is not a currency code, such as EUR'),
          },
        ],
      },
    })
  })

  test('that are given twice, or are not there, are pointed at', async () => {
    const { table, params } = await importNew('Name\nTeapot\n')
    const id = table.fields[0]?.id ?? ''
    const twice = {
      fields: [
        { id, name: 'A', kind: 'text' as const },
        { name: 'Name', kind: 'text' as const },
      ],
    }
    await expect(client.tables.update({ params, body: twice })).rejects.toMatchObject({
      problem: { errors: [{ pointer: '/fields/1' }] },
    })
    const unknown = { fields: [{ id: 'fld_x', name: 'A', kind: 'text' as const }] }
    await expect(client.tables.update({ params, body: unknown })).rejects.toMatchObject({
      problem: { errors: [{ pointer: '/fields/0/id' }] },
    })
  })
})

describe('an export', () => {
  const awkward = 'Name,Price,Tags\n"Tea, ""green""\npot",-24.5,"a, b"\n=1+1,7,\n+49 30 1234,8,-x\n\'=quoted,9,@you\n'

  test('as CSV can be imported again, and runs no formula in a spreadsheet', async () => {
    const { table, params } = await importNew(awkward)
    const before = await fieldsOf(table.id)
    const answer = await app.request('GET', `/v1/tables/${table.id}/export`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="Products.csv"; filename*=UTF-8\'\'Products.csv',
    )
    expect(answer.text).toContain("\r\n'=1+1,7,")
    expect(answer.text).toContain(',-24.5,')
    const again = whole(await client.tables.importNew({ query: { name: 'Again' }, body: answer.bytes.slice() }))
    expect(await fieldsOf(again.table.id)).toEqual(before)
    const kept = await client.tables.export({ params, query: { formulas: 'keep', search: '1+1' } })
    expect(new TextDecoder().decode(kept)).toBe('Name,Price,Tags\r\n=1+1,7,\r\n')
  })

  test('as JSONL has the id and the fields of each row', async () => {
    const { table, params } = await importNew(awkward)
    const text = new TextDecoder().decode(
      await client.tables.export({ params, query: { format: 'jsonl', sort: 'Price' } }),
    )
    const lines: unknown[] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual((await rowsOf(table.id, { sort: 'Price' })).map(({ id, fields }) => ({ id, fields })))
  })

  test('of many rows has them all', async () => {
    const names = Array.from({ length: 1203 }, (_, index) => `Row ${index}`)
    const { params } = await importNew(`Name\n${names.join('\n')}\n`)
    const text = new TextDecoder().decode(await client.tables.export({ params }))
    expect(text.trim().split('\r\n').slice(1)).toEqual(names)
  })
})

test('none of it was an error of ours', () => expect(app.errors).toEqual([]))
