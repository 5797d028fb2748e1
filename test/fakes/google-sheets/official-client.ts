import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { startFakeGoogleSheets } from './fake-google-sheets.ts'
import { createTab, edits } from './model.ts'

/**
 * Drives the fake with the official client of Google, which is installed outside the repository: the fake is not what Pictable
 * alone understands.
 */
const version = '14.0.0'
const folder = join(tmpdir(), `googleapis-sheets-${version}`)

async function install(): Promise<void> {
  if (existsSync(join(folder, 'node_modules/@googleapis/sheets/package.json'))) return
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { '@googleapis/sheets': version } }),
  )
  const bounds = { cwd: folder, timeout: 5 * 60_000 }
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], bounds)
}

type Call = (request: object) => Promise<{ data: unknown }>
interface Client {
  spreadsheets: Record<'get' | 'getByDataFilter' | 'batchUpdate', Call> & {
    values: Record<'batchUpdate' | 'batchUpdateByDataFilter', Call>
  }
}
/** As it is: its methods need the object that they are of. */
const client = z.custom<Client>(
  (value) => z.object({ spreadsheets: z.object({ values: z.looseObject({}) }) }).safeParse(value).success,
)
type Make = new (options: object) => { setCredentials(credentials: object): void }
const library = z.object({
  sheets: z.custom<(options: object) => object>((value) => typeof value === 'function'),
  auth: z.object({ OAuth2: z.custom<Make>((value) => typeof value === 'function') }),
})

const marks = z.object({
  replies: z.tuple([
    z.object({ createDeveloperMetadata: z.object({ developerMetadata: z.object({ metadataId: z.number() }) }) }),
  ]),
  updatedSpreadsheet: z.object({
    sheets: z.tuple([z.object({ data: z.tuple([z.object({ rowMetadata: z.array(z.unknown()) })]) })]),
  }),
})

const onRow = (index: number) => ({
  dimensionRange: { sheetId: 4, dimension: 'ROWS', startIndex: index, endIndex: index + 1 },
})

await install()
const { sheets, auth: authorization } = library.parse(createRequire(join(folder, 'package.json'))('@googleapis/sheets'))
const fake = await startFakeGoogleSheets()
try {
  const tab = createTab({ sheetId: 4, title: 'Products' }, [
    ['Key', 'Price', 'Image'],
    ['a', 1],
    ['b', 2],
  ])
  const { id: spreadsheetId } = fake.addSpreadsheet('Shop', [tab])
  fake.accounts.addPerson(fake.account.email, '1//refresh')
  const auth = new authorization.OAuth2({
    clientId: 'id',
    clientSecret: 'secret',
    endpoints: { oauth2TokenUrl: `${fake.url}/token` },
  })
  auth.setCredentials({ refresh_token: '1//refresh' })
  const { spreadsheets } = client.parse(sheets({ version: 'v4', auth, rootUrl: `${fake.url}/` }))

  const about = await spreadsheets.get({ spreadsheetId, fields: 'properties.title,sheets.properties(sheetId,title)' })
  assert.deepEqual(about.data, {
    properties: { title: 'Shop' },
    sheets: [{ properties: { sheetId: 4, title: 'Products' } }],
  })

  const fields = 'sheets.data.rowData.values.formattedValue'
  const dataFilters = [{ gridRange: { sheetId: 4, startRowIndex: 1 } }]
  const read = await spreadsheets.getByDataFilter({
    spreadsheetId,
    fields,
    requestBody: { dataFilters, includeGridData: true },
  })
  const shown = (text: string) => ({ formattedValue: text })
  const rowData = [{ values: ['a', '1'].map(shown) }, { values: ['b', '2'].map(shown) }]
  assert.deepEqual(read.data, { sheets: [{ data: [{ rowData }] }] })

  const developerMetadata = { metadataKey: 'p', visibility: 'PROJECT', location: onRow(2) }
  const marked = await spreadsheets.batchUpdate({
    spreadsheetId,
    requestBody: {
      requests: [{ createDeveloperMetadata: { developerMetadata } }],
      includeSpreadsheetInResponse: true,
      responseIncludeGridData: true,
      responseRanges: ['Products!A:A'],
    },
  })
  const { metadataId } = marks.parse(marked.data).replies[0].createDeveloperMetadata.developerMetadata
  edits.sortRows(tab, 1, true)
  edits.insertRow(tab, 1)
  await spreadsheets.values.batchUpdateByDataFilter({
    spreadsheetId,
    requestBody: {
      valueInputOption: 'USER_ENTERED',
      data: [
        {
          dataFilter: { developerMetadataLookup: { metadataId } },
          values: [[null, null, '=IMAGE("https://x.example/b.png")']],
        },
      ],
    },
  })
  assert.deepEqual(
    tab.rows.map(({ cells }) => [cells[0]?.value, cells[2]?.formula ?? null]),
    [
      ['Key', null],
      [undefined, null],
      ['b', '=IMAGE("https://x.example/b.png")'],
      ['a', null],
    ],
  )
  const data = [{ range: 'Products!C4', values: [['done']] }]
  await spreadsheets.values.batchUpdate({ spreadsheetId, requestBody: { valueInputOption: 'RAW', data } })
  assert.equal(tab.rows[3]?.cells[2]?.value, 'done')
  await assert.rejects(spreadsheets.get({ spreadsheetId: 'nowhere' }), {
    status: 404,
    message: 'Requested entity was not found.',
  })
  console.log(`@googleapis/sheets ${version} accepts the fake: 6 checks passed`)
} finally {
  await fake.close()
}
