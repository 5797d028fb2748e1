import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SourceRecord } from '#core/ports/source.ts'
import { sourceError } from './file/describe-file.ts'
import { createFileSource } from './file.ts'
import { rowsXml, styles, workbook } from './table-file/workbook.test-kit.ts'
import { createReadTableFile } from './table-file.ts'

const readTableFile = createReadTableFile()

let root: string
let filesDir: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pictable-file-'))
  filesDir = join(root, 'files')
  await mkdir(join(filesDir, 'shop'), { recursive: true })
  await writeFile(join(root, 'secret.csv'), 'Name\nkey\n')
})
afterAll(() => rm(root, { recursive: true, force: true }))

const open = (path: string, key?: string) =>
  createFileSource({ filesDir, readTableFile }).open({ path, ...(key === undefined ? {} : { key }) }, 'con_test')

async function write(name: string, content: string | Uint8Array) {
  await writeFile(join(filesDir, name), content)
  return { source: open(name), table: { baseId: 'files', tableId: name } }
}

async function recordsOf({ source, table }: Awaited<ReturnType<typeof write>>): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  for await (const page of source.pages(table, { viewId: null })) records.push(...page.records)
  return records
}

describe('a file of', () => {
  test.each([
    ['a.csv', 'Name,Price,Code\nTea,4,007\n"Mug, red",9,\n'],
    ['b.tsv', '\ufeffName\tPrice\tCode\r\nTea\t4\t007\r\nMug, red\t9\t\r\n'],
    ['c.csv', 'sep=;\nName;Price;Code\nTea;4;007\nMug, red;9;\n'],
    ['d.csv', Buffer.from('\ufeffName;Price;Code\nTea;4;007\nMug, red;9;\n', 'utf16le')],
    ['e.json', '[{"Name":"Tea","Price":4,"Code":"007"},{"Name":"Mug, red","Price":9}]'],
    ['f.json', '{"records":[{"Name":"Tea","Price":4,"Code":"007"},{"Name":"Mug, red","Price":9,"Code":null}]}'],
    ['i.csv', Buffer.from('Name;Price;Code\nTea;4;007\nMug, red;9;\n', 'utf16le')],
    [
      'h.xlsx',
      workbook({
        Data: rowsXml([
          ['Name', 'Price', 'Code'],
          ['Tea', 4, '007'],
          ['Mug, red', 9, null],
        ]),
      }),
    ],
    ['g.jsonl', '{"Name":"Tea","Price":4,"Code":"007"}\n\n{"Name":"Mug, red","Price":9}'],
  ])('%s is read', async (name, content) => {
    const file = await write(name, content)
    expect((await file.source.listFields(file.table)).map(({ name, kind, primary }) => [name, kind, primary])).toEqual([
      ['Name', 'text', true],
      ['Price', 'number', false],
      ['Code', 'text', false],
    ])
    expect(await recordsOf(file)).toEqual([
      { id: 'row-1', fields: { Name: 'Tea', Price: 4, Code: '007' } },
      { id: 'row-2', fields: { Name: 'Mug, red', Price: 9, Code: null } },
    ])
  })

  test('another encoding, with decimal commas, is read as the connection says', async () => {
    await writeFile(join(filesDir, 'preise.csv'), Buffer.from('Name;Preis\nTürkis;1.234,50\nGrün;-0,5\n', 'latin1'))
    const settings = { path: 'preise.csv', key: 'Name', encoding: 'windows-1252', decimal_comma: true }
    const source = createFileSource({ filesDir, readTableFile }).open(settings, 'con_test')
    const records = await recordsOf({ source, table: { baseId: 'files', tableId: 'preise.csv' } })
    expect(records.map(({ fields }) => fields)).toEqual([
      { Name: 'Türkis', Preis: 1234.5 },
      { Name: 'Grün', Preis: -0.5 },
    ])
  })

  test('a workbook keeps its amounts and how its columns show numbers', async () => {
    const price = (line: number, value: number) => `<c r="C${line}" s="${styles.money}"><v>${value}</v></c>`
    const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
    const rows = [
      `<row r="1">${text('A1', 'Name')}${text('B1', 'Was')}${text('C1', 'Now')}</row>`,
      `<row r="2">${text('A2', 'Tea')}${text('B2', '€1,048.00')}${price(2, 4.5)}</row>`,
    ]
    const file = await write('prices.xlsx', workbook({ Data: rows.join('') }))
    const euros = { type: 'currency', currency: 'EUR' }
    expect(await file.source.listFields(file.table)).toMatchObject([
      { name: 'Name', kind: 'text', format: null },
      { name: 'Was', kind: 'number', format: euros },
      { name: 'Now', kind: 'number', format: { ...euros, minimumDigits: 2, maximumDigits: 2 } },
    ])
    expect(await recordsOf(file)).toEqual([{ id: 'row-1', fields: { Name: 'Tea', Was: 1048, Now: 4.5 } }])
  })

  test('a workbook has its numbers also where texts have decimal commas', async () => {
    const rows = rowsXml([
      ['Name', 'Price'],
      ['Tea', 4.125],
    ])
    await writeFile(join(filesDir, 'comma.xlsx'), workbook({ Data: rows }))
    const source = createFileSource({ filesDir, readTableFile }).open(
      { path: 'comma.xlsx', decimal_comma: true },
      'con_test',
    )
    const table = { baseId: 'files', tableId: 'comma.xlsx' }
    expect(await recordsOf({ source, table })).toEqual([{ id: 'row-1', fields: { Name: 'Tea', Price: 4.125 } }])
  })

  test('a workbook is read from the sheet that the connection names', async () => {
    await writeFile(join(filesDir, 'two.xlsx'), workbook({ A: rowsXml([['X'], [1]]), B: rowsXml([['Name'], ['Tea']]) }))
    const table = { baseId: 'files', tableId: 'two.xlsx' }
    const sheet = (name: string) =>
      createFileSource({ filesDir, readTableFile }).open({ path: 'two.xlsx', sheet: name }, 'con_test')
    expect(await recordsOf({ source: sheet('B'), table })).toEqual([{ id: 'row-1', fields: { Name: 'Tea' } }])
    await expect(sheet('C').listFields(table)).rejects.toMatchObject({
      code: 'source_invalid',
      message: expect.stringMatching(/"two.xlsx".*"C"/),
    })
  })

  test('JSON tells kinds by its types', async () => {
    const items = [
      { Tags: ['a', 'b'], Size: { w: 1 }, Day: '2025-01-31', Sold: true, Mixed: 1, Late: null },
      { Tags: [], Size: 5, Day: '2025-02-01', Sold: false, Mixed: 'x', Late: 'https://a.example' },
    ]
    const file = await write('kinds.json', JSON.stringify(items))
    expect((await file.source.listFields(file.table)).map(({ name, kind }) => [name, kind])).toEqual([
      ['Tags', 'multi_select'],
      ['Size', 'json'],
      ['Day', 'date'],
      ['Sold', 'checkbox'],
      ['Mixed', 'text'],
      ['Late', 'url'],
    ])
    expect((await recordsOf(file))[0]?.fields).toEqual({
      Tags: ['a', 'b'],
      Size: { json: { w: 1 } },
      Day: '2025-01-31',
      Sold: true,
      Mixed: '1',
      Late: null,
    })
  })

  test.each([
    ['long.json', (items: string[]) => `[${items}]`],
    ['long.jsonl', (items: string[]) => items.join('\n')],
  ])('numbers beyond a double keeps their digits, also as keys (%s)', async (name, textOf) => {
    const numbers = ['9007199254740992', '9007199254740993', '-9007199254740993', '12345678901234567.89', '1.5']
    await write(name, textOf(numbers.map((number) => `{"id":${number},"Big":${number},"Text":"${number}"}`)))
    const file = { source: open(name, 'id'), table: { baseId: 'files', tableId: name } }
    const fields = await file.source.listFields(file.table)
    expect(fields.map(({ kind }) => kind)).toEqual(['number', 'number', 'text'])
    const records = await recordsOf(file)
    expect(records.map(({ id }) => id)).toEqual(numbers)
    expect(records.map(({ fields: { Big, Text } }) => [String(Big), Text])).toEqual(numbers.map((text) => [text, text]))
    expect(await file.source.getRecords(file.table, ['9007199254740993'])).toHaveLength(1)
  })

  test('records is known by its key, wherever its row moves', async () => {
    await write('keyed.csv', 'SKU,Name\nA1,Tea\nB2,Mug\n')
    const source = open('keyed.csv', 'SKU')
    const table = { baseId: 'files', tableId: 'keyed.csv' }
    expect(await source.getRecords(table, ['B2', 'C3'])).toEqual([{ id: 'B2', fields: { SKU: 'B2', Name: 'Mug' } }])
    await writeFile(join(filesDir, 'keyed.csv'), 'SKU,Name\nB2,Cup\nA1,Tea\n')
    expect(await source.getRecords(table, ['B2'])).toEqual([{ id: 'B2', fields: { SKU: 'B2', Name: 'Cup' } }])
  })

  test.each([
    ['short.csv', 'A,B\n1,2\n3\n', 'Line 3: the row has one cell'],
    ['quote.csv', 'A\n"x\n', 'a double quote is never closed'],
    ['twice.csv', 'A,A\n1,2\n', 'columns 1 and 2 are both called "A"'],
    ['nameless.csv', 'A,\n1,2\n', 'Line 2: column 2 contains a value'],
    ['empty.csv', '', 'The file is empty'],
    ['latin.csv', Buffer.from('Name\nCaf\u00e9\n', 'latin1'), 'not UTF-8'],
    ['photo.csv', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'This is a picture (PNG), not a table'],
    ['zero.csv', 'A\n\0\n', 'zero byte'],
    ['broken.json', '[{"A":', 'is not JSON'],
    ['list.json', '{"items":[]}', 'contains no list of records'],
    ['item.json', '[{"A":1},[2]]', 'Record 2 is not an object'],
    ['broken.jsonl', '{"A":1}\n{"A":\n', 'Line 2 is not JSON'],
    [
      'wide.json',
      JSON.stringify([Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, n]))]),
      'more than 200 fields',
    ],
  ])('%s is refused in words that name it', async (name, content, message) => {
    const { source, table } = await write(name, content)
    await expect(source.check()).rejects.toMatchObject({ code: 'source_invalid' })
    await expect(source.listFields(table)).rejects.toThrow(message)
    await expect(source.listFields(table)).rejects.toThrow(name)
  })

  test.each([
    ['SKU,Name\nA,1\n,2\n', 'Line 3: "SKU" is empty'],
    ['SKU,Name\nA,1\nB,2\nA,3\n', 'Lines 2 and 4: both have "A" as "SKU"'],
    ['Code,Name\nA,1\n', 'no field "SKU"'],
  ])('records whose key is not one is refused', async (content, message) => {
    await write('key.csv', content)
    await expect(open('key.csv', 'SKU').check()).rejects.toThrow(message)
  })
})

describe('a listing', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `Record ${n},${n}`).join('\n')

  test('goes on behind a cursor, and starts over when the file has changed', async () => {
    const { source, table } = await write('long.csv', `Name,Number\n${lines(1203)}\n`)
    const pages = []
    for await (const page of source.pages(table, { viewId: null })) pages.push(page)
    expect(pages.map(({ records }) => records.length)).toEqual([500, 500, 203])
    const cursor = pages[0]?.cursor ?? null
    const rest = await source.pages(table, { viewId: null, cursor })[Symbol.asyncIterator]().next()
    expect(rest.value.records[0].fields.Name).toBe('Record 500')
    await writeFile(join(filesDir, 'long.csv'), `Name,Number\n${lines(1200)}\n`)
    await expect(source.pages(table, { viewId: null, cursor })[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'source_cursor_expired',
    })
  })

  test('notices that the file changes while it is read', async () => {
    const { source, table } = await write('moving.csv', `Name,Number\n${lines(1203)}\n`)
    const listing = source.pages(table, { viewId: null })[Symbol.asyncIterator]()
    await listing.next()
    await writeFile(join(filesDir, 'moving.csv'), `Name,Number\n${lines(2000)}\n`)
    await expect(listing.next()).rejects.toMatchObject({ code: 'source_cursor_expired' })
  })

  test('by ids notices that the file changes while it is read', async () => {
    const { source, table } = await write('shifting.csv', `Name,Number\n${lines(20_000)}\n`)
    await source.listFields(table)
    let isReading = true
    const reading = source.getRecords(table, ['no-such']).finally(() => {
      isReading = false
    })
    const writing = (async () => {
      for (let at = 1; isReading; at++) {
        await utimes(join(filesDir, 'shifting.csv'), at, at)
        await setImmediate()
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: 'source_cursor_expired' })
    await writing
  })

  test('that is left early leaves nothing open', async () => {
    const { source, table } = await write('left.csv', `Name,Number\n${lines(5000)}\n`)
    for await (const { records } of source.pages(table, { viewId: null })) {
      expect(records).toHaveLength(500)
      break
    }
  })
})

describe('a folder', () => {
  test('is a base, its files are tables', async () => {
    await writeFile(join(filesDir, 'shop', 'b.csv'), 'A\n1\n')
    await writeFile(join(filesDir, 'shop', 'a.json'), '[{"A":1}]')
    await writeFile(join(filesDir, 'shop', 'bad.csv'), 'A,A\n')
    await writeFile(join(filesDir, 'shop', '.hidden.csv'), 'A\n')
    await writeFile(join(filesDir, 'shop', 'photo.jpg'), 'x')
    const source = open('shop')
    expect((await source.listTables('files')).map(({ id }) => id)).toEqual(['a.json', 'b.csv', 'bad.csv'])
    expect((await source.check()).warnings).toEqual([
      expect.stringContaining('No key is set'),
      expect.stringContaining('"bad.csv"'),
    ])
    expect((await source.listFields({ baseId: 'files', tableId: 'b.csv' })).map(({ id }) => id)).toEqual(['A'])
    expect((await open('.').listTables('files')).length).toBeGreaterThan(0)
  })

  test('without files is said to be so', async () => {
    await mkdir(join(filesDir, 'bare'), { recursive: true })
    expect((await open('bare').check()).warnings).toEqual([expect.stringContaining('contains no readable file')])
  })

  test.each(['../secret.csv', 'photo.jpg', 'a.json/../b.csv'])('gives no table %s', async (tableId) => {
    await expect(open('shop').listFields({ baseId: 'files', tableId })).rejects.toMatchObject({
      code: 'source_not_found',
    })
  })

  test('lets no link lead out of it', async () => {
    await symlink(join(root, 'secret.csv'), join(filesDir, 'shop', 'link.csv')).catch(() => {})
    await expect(open('shop').listFields({ baseId: 'files', tableId: 'link.csv' })).rejects.toThrow(
      'PICTABLE_FILES_DIR',
    )
    await rm(join(filesDir, 'shop', 'link.csv'))
  })
})

describe('the check', () => {
  test.each([
    ['none.csv', 'source_not_found', 'There is no file "none.csv"'],
    ['../secret.csv', 'source_invalid', 'PICTABLE_FILES_DIR'],
  ])('of %s says what is wrong', async (path, code, message) => {
    await expect(open(path).check()).rejects.toMatchObject({ code })
    await expect(open(path).check()).rejects.toThrow(message)
  })

  test('names the setting when no folder is allowed', async () => {
    const source = createFileSource({ filesDir: undefined, readTableFile }).open({ path: 'a.csv' }, 'con_test')
    await expect(source.check()).rejects.toThrow('PICTABLE_FILES_DIR')
  })

  test('names a file that may not be read', () => {
    const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    expect(sourceError('locked.csv', refused)).toMatchObject({
      code: 'source_forbidden',
      message:
        'Pictable cannot read the file "locked.csv": permission denied. Give read permission to the user that runs Pictable.',
    })
  })

  test('says that a kind of file cannot be read', async () => {
    await write('photo.jpg', 'x')
    await expect(open('photo.jpg').check()).rejects.toThrow('This kind of file cannot be read')
  })
})

test('writing back is refused, record by record', async () => {
  const { source, table } = await write('read.csv', 'A\n1\n')
  expect(source.capabilities.write).toBeNull()
  const patches = [{ recordId: 'row-1', fields: { A: 'x' } }]
  expect(await source.writeBack(table, patches)).toMatchObject([{ ok: false, retryable: false }])
})
