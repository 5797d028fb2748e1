import type { Page, Source, TableRef } from '@pictable/server/core/ports/source.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeGoogleSheets, startFakeGoogleSheets } from '#test/fakes/google-sheets/fake-google-sheets.ts'
import { createTab, edits, type FakeCell, type FakeTab, type Value } from '#test/fakes/google-sheets/model.ts'
import { openSheets, type SheetsOptions } from '#test/fakes/google-sheets/open-fixture.ts'

let fake: FakeGoogleSheets
beforeAll(async () => {
  fake = await startFakeGoogleSheets()
})
afterAll(() => fake.close())

type Row = readonly (Value | FakeCell | null)[]

function open(rows: readonly Row[], options: SheetsOptions = { key_column: 'Key' }) {
  const tab = createTab({ sheetId: 7, title: 'Products', blankRows: 3 }, rows)
  const { id } = fake.addSpreadsheet('Shop', [tab])
  return { tab, table: { baseId: id, tableId: '7' }, source: openSheets(fake, options) }
}

const many = (count: number): Row[] => [['Key', 'Price'], ...Array.from({ length: count }, (_, n) => [`K${n}`, n])]

async function list(source: Source, table: TableRef, onPage: () => void = () => {}): Promise<Page[]> {
  const pages: Page[] = []
  for await (const page of source.pages(table, { viewId: null })) {
    pages.push(page)
    onPage()
  }
  return pages
}

const idsIn = (pages: readonly Page[]) => pages.flatMap(({ records }) => records.map(({ id }) => id))

test('10,000 rows take 5 reads', async () => {
  const { source, table } = open(many(10_000))
  const before = fake.requests.length
  const pages = await list(source, table)
  const reads = fake.requests.slice(before).filter((each) => !each.includes('/token'))
  expect(idsIn(pages)).toEqual(Array.from({ length: 10_000 }, (_, n) => `K${n}`))
  expect(reads.length).toBeLessThanOrEqual(5)
})

test('10,000 rows without a key column take 5 reads, and 3 writes to mark them the first time', async () => {
  const { source, table } = open(many(10_000), {})
  const first = fake.requests.length
  const ids = idsIn(await list(source, table))
  expect(new Set(ids).size).toBe(10_000)
  const isWrite = (request: string) => /:batchUpdate/.test(request)
  const requests = fake.requests.slice(first).filter((each) => !each.includes('/token'))
  expect([requests.filter(isWrite).length, requests.filter((each) => !isWrite(each)).length]).toEqual([3, 5])
  const second = fake.requests.length
  expect(idsIn(await list(source, table))).toEqual(ids)
  expect(fake.requests.length - second).toBeLessThanOrEqual(5)
})

test('rows that are sorted, inserted and deleted while a large tab is read are given once, and none is missed', async () => {
  const { source, table, tab } = open(many(8000))
  const change = [
    () => edits.sortRows(tab, 1, true),
    () => edits.insertRow(tab, 2, ['New', 1]),
    () => edits.deleteRow(tab, 4),
    () => edits.insertColumn(tab, 0, 'First'),
  ]
  const pages = await list(source, table, () => change.shift()?.())
  const keys = tab.rows.slice(1).flatMap(({ cells }) => cells[1]?.value ?? [])
  const ids = idsIn(pages)
  expect(new Set(ids).size).toBe(ids.length)
  expect(keys.filter((key) => !ids.includes(String(key)))).toEqual([])
  for (const { id, fields } of pages.flatMap(({ records }) => records))
    if (id !== 'New') expect(`K${fields.Price}`).toBe(id)
})

test('cells are read in the form of their column', async () => {
  const { source, table } = open([
    ['Key', ' Day ', 'At', 'Price', 'Sold', 'Photo', 'Link', 'Mixed', 'Empty', '', 'Broken', 'Sum', 'Key '],
    [
      1001,
      { value: 45_366, format: 'DATE', text: '15 Mar 2024' },
      { value: 45_366.75, format: 'DATE_TIME', text: '15 Mar, 18:00' },
      { value: 9.5, format: 'CURRENCY', text: '$9.50' },
      true,
      { value: null, formula: '=IMAGE("https://shop.example/a%20b.png?x=1", 1)' },
      'https://shop.example/1',
      { value: 5, text: '5 kg' },
      '',
      'no header',
      { value: null, formula: '=1/0' },
      { value: 3, formula: '=1+2' },
      'double',
    ],
    [{ value: 1002, text: '1,002' }, null, null, null, false, null, null, 'six'],
    [null, null, null, null, false],
  ])
  expect((await source.listFields(table)).map(({ id, kind, computed }) => [id, kind, computed])).toEqual([
    ['Key', 'number', false],
    ['Day', 'date', false],
    ['At', 'date_time', false],
    ['Price', 'number', false],
    ['Sold', 'checkbox', false],
    ['Photo', 'attachments', false],
    ['Link', 'url', false],
    ['Mixed', 'text', false],
    ['Empty', 'text', false],
    ['Broken', 'text', true],
    ['Sum', 'number', true],
  ])
})

test('a column is shown as its cells are, where these are shown alike', async () => {
  const { source, table } = open([
    ['Key', 'Price', 'Share', 'Day', 'At', 'Mixed', 'Partly', 'Sum', 'Words'],
    [
      'a',
      { value: 12.5, format: 'CURRENCY', pattern: '[$€-407]#,##0.00', text: '€12.50' },
      { value: 0.19, format: 'PERCENT', pattern: '0%', text: '19%' },
      { value: 45_366, format: 'DATE', pattern: 'd mmmm yyyy', text: '15 March 2024' },
      { value: 45_366.75, format: 'DATE_TIME', pattern: 'd/m/yyyy h:mm', text: '15/3/2024 18:00' },
      { value: 1, format: 'CURRENCY', text: '$1.00' },
      { value: 1, format: 'NUMBER', text: '1.00' },
      { value: 3, formula: '=1+2', format: 'NUMBER', pattern: '#,##0', text: '3' },
      { value: 'none', format: 'CURRENCY' },
    ],
    [
      'b',
      { value: 7, format: 'CURRENCY', pattern: '[$€-407]#,##0.00', text: '€7.00' },
      { value: null, formula: '=1/0', format: 'NUMBER' },
      null,
      { value: '', format: 'TEXT' },
      { value: 2, format: 'CURRENCY', pattern: '#,##0.00 "€"', text: '2.00 €' },
      2,
    ],
  ])
  const before = fake.requests.length
  const fields = await source.listFields(table)
  expect(fake.requests.slice(before).filter((request) => /getByDataFilter/.test(request))).toHaveLength(1)
  expect(Object.fromEntries(fields.map(({ id, format }) => [id, format]))).toEqual({
    Key: null,
    Price: { type: 'currency', currency: 'EUR', minimumDigits: 2, maximumDigits: 2 },
    Share: { type: 'number', style: 'percent', minimumDigits: 0, maximumDigits: 0 },
    Day: { type: 'date', pattern: 'd MMMM yyyy' },
    At: { type: 'date', pattern: 'd/M/yyyy H:mm', timeZone: 'Europe/Berlin' },
    Mixed: null,
    Partly: null,
    Sum: { type: 'number', minimumDigits: 0, maximumDigits: 0 },
    Words: null,
  })
})

test('dates are those of the spreadsheet and its time zone', async () => {
  const { source, table } = open([
    ['Key', 'Day', 'Summer', 'Winter'],
    [
      'a',
      { value: 45_366, format: 'DATE' },
      { value: 45_488.75, format: 'DATE_TIME' },
      { value: 45_306.75, format: 'DATE_TIME' },
    ],
  ])
  const [record] = await source.getRecords(table, ['a'])
  expect(record?.fields).toEqual({
    Key: 'a',
    Day: '2024-03-15',
    Summer: '2024-07-15T16:00:00.000Z',
    Winter: '2024-01-15T17:00:00.000Z',
  })
})

test.each<[string, Row[], RegExp]>([
  [
    'no key',
    [
      ['Key', 'Name'],
      ['a', 'x'],
      [null, 'y'],
      ['', 'z'],
    ],
    /no value in the key column "Key" in row 3, 4\. Enter/,
  ],
  ['the same key', [['Key'], ['a'], ['b'], [' a ']], /rows 2 and 4 of the tab "Products" have the same key "a"/],
  ['a key of 1 MB', [['Key'], ['a'.repeat(1_000_000)]], /value of 1000000 characters in row 2/],
  ['no key column', [['Name'], ['a']], /"Products" has no column "Key".*Restore its header/],
  [
    'two key columns',
    [
      ['Key', 'Key'],
      ['a', 'b'],
    ],
    /several columns "Key"/,
  ],
])('a tab with %s ends the reading and names the rows and the fix', async (_, rows, words) => {
  const { source, table } = open(rows)
  await expect(list(source, table)).rejects.toMatchObject({ message: expect.stringMatching(words) })
})

test('a cell of 1 MB is read', async () => {
  const text = 'ä'.repeat(1_000_000)
  const { source, table } = open([
    ['Key', 'Text'],
    ['a', text],
  ])
  expect((await source.getRecords(table, ['a']))[0]?.fields.Text).toBe(text)
})

const renamed = (tab: FakeTab, name: string) => {
  const [header] = tab.rows
  if (header !== undefined) header.cells[1] = { value: name }
}

test('a renamed tab is still read, a renamed column is named', async () => {
  const { source, table, tab } = open(many(2))
  tab.title = "It's renamed"
  const listed = source.pages(table, { viewId: null, fieldIds: ['Price'] })
  expect((await listed[Symbol.asyncIterator]().next()).value?.records).toHaveLength(2)
  renamed(tab, 'Cost')
  const message = expect.stringMatching(
    /The column "Price" is no longer in .*"It's renamed".*Restore.*There are: "Key", "Cost"/,
  )
  const again = source.pages(table, { viewId: null, fieldIds: ['Price'] })[Symbol.asyncIterator]()
  await expect(again.next()).rejects.toMatchObject({ code: 'source_not_found', message })
})

test('an account without a spreadsheet is told to share one, and a reader that nothing is written', async () => {
  const empty = await startFakeGoogleSheets()
  try {
    const source = openSheets(empty)
    const { email } = empty.account
    expect(await source.check()).toEqual({
      account: email,
      warnings: [expect.stringContaining(`shared with ${email}`)],
    })
    const { access } = empty.addSpreadsheet('Locked', [createTab({ sheetId: 0, title: 'One' }, [['Key']])])
    access.set(email, 'reader')
    expect((await source.check()).warnings).toEqual([expect.stringMatching(/may only read "Locked".*as an editor/)])
  } finally {
    await empty.close()
  }
})

test('a person who signed in by OAuth reads, and is told when the sign-in was revoked', async () => {
  const { table } = open(many(2))
  fake.accounts.addPerson(fake.account.email, '1//a-refresh-token')
  const signIn = { type: 'authorized_user', client_id: 'id', client_secret: 's', refresh_token: '1//a-refresh-token' }
  const source = (refresh_token: string) =>
    openSheets(fake, { key_column: 'Key', credentials: JSON.stringify({ ...signIn, refresh_token }) })
  expect(idsIn(await list(source('1//a-refresh-token'), table))).toEqual(['K0', 'K1'])
  const refused = { code: 'source_auth', message: expect.stringMatching(/expired or revoked\. Sign in again/) }
  await expect(list(source('1//another'), table)).rejects.toMatchObject(refused)
})
