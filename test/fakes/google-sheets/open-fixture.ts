import type { Source } from '@pictable/server/core/ports/source.ts'
import type { SourceFetch } from '@pictable/server/core/ports/source-fetch.ts'
import { createGoogleSheetsSource } from '@pictable/server/sources/google-sheets.ts'
import type { SourceFixture } from '#test/conformance/source.ts'
import { createWay, free } from '#test/fakes/hosted/way-out.ts'
import { createAccount } from './accounts.ts'
import type { FakeGoogleSheets } from './fake-google-sheets.ts'
import { columnNamed, createTab, edits, type FakeCell, type Value } from './model.ts'

export interface SheetsOptions {
  credentials?: string
  key_column?: string
  image_columns?: string
}

type Setup = Parameters<typeof createGoogleSheetsSource>[0]
/** What is not the way out: who lets requests go out. */
type Limits = Exclude<Setup[keyof Setup], SourceFetch>

/** The kind, whose sources share access tokens. */
export const kindOf = (send: SourceFetch, limits: Limits = free) =>
  createGoogleSheetsSource({ fetch: send, governor: limits })

/** Opens the account of the fake, without limits and guard. */
export function openSheets(fake: FakeGoogleSheets, options: SheetsOptions = {}, send = createWay().send): Source {
  const kind = kindOf(send)
  const given = { credentials: fake.account.json, endpoint_url: fake.url, ...options }
  return kind.open(kind.settings.parse(given), 'con_google_sheets')
}

let made = 0
const stranger = createAccount()
const reader = createAccount()

/** A row of the fixture: some of what a cell may be. */
export const rowNumber = (n: number): (Value | FakeCell | null)[] => [
  `Record ${n}`,
  n,
  null,
  { value: 45_000 + n, format: 'DATE', text: `2023-03-${n}` },
  { value: 45_000.5 + n, format: 'DATE_TIME', text: `${n} March 2023, 12:00` },
  n % 2 === 0,
  { value: null, formula: `=IMAGE("https://shop.example/${n}.png")` },
  { value: `Record ${n}!`, formula: `=A${n + 2}&"!"` },
  n % 3 === 0 ? 'text' : n,
]

const headers = ['Name', 'Number', 'Note', 'Day', 'Time', 'Done', 'Photo', 'Loud', 'Mixed']

/** A spreadsheet with a tab for the conformance suite. */
export async function openFixture(
  fake: FakeGoogleSheets,
  count: number,
  options: SheetsOptions = { key_column: 'Name' },
): Promise<SourceFixture> {
  const way = createWay()
  const rows = Array.from({ length: count }, (_, n) => rowNumber(n))
  const tab = createTab({ sheetId: ++made, title: `Records ${made}`, blankRows: 20 }, [headers, ...rows])
  const other = createTab({ sheetId: 0, title: 'Notes' }, [['Text']])
  const spreadsheet = fake.addSpreadsheet(`Shop ${made}`, [other, tab])
  return {
    source: openSheets(fake, options, way.send),
    table: { baseId: spreadsheet.id, tableId: String(tab.sheetId) },
    fieldIds: { name: 'Name', number: 'Number', note: 'Note' },
    viewId: null,
    count,
    async removeRecord(recordId) {
      const at = tab.rows.findIndex(({ cells, marks }) =>
        options.key_column === undefined
          ? marks.some(({ id }) => String(id) === recordId)
          : cells[0]?.value === recordId,
      )
      if (at > 0) edits.deleteRow(tab, at)
    },
    computedFieldId: 'Loud',
    countRequests: () => way.requests,
    countWrites: () => fake.requests.filter((each) => /:batchUpdate/.test(each)).length,
    wrongSource: openSheets(fake, { ...options, credentials: stranger.json }),
    slowDown: (times) => {
      way.slowDowns = times
    },
    remove: {
      field: async () => edits.deleteColumn(tab, columnNamed(tab, 'Note')),
      async table() {
        spreadsheet.tabs.splice(1, 1)
      },
    },
    writeChecks: {
      async openReadOnly() {
        fake.accounts.add(reader)
        spreadsheet.access.set(reader.email, 'reader')
        return openSheets(fake, { ...options, credentials: reader.json })
      },
    },
  }
}
