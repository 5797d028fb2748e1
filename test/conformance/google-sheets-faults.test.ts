import { AppError } from '@pictable/server/core/errors.ts'
import type { Source, SourceRecord } from '@pictable/server/core/ports/source.ts'
import type { SourceFetch } from '@pictable/server/core/ports/source-fetch.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeGoogleSheets, startFakeGoogleSheets } from '#test/fakes/google-sheets/fake-google-sheets.ts'
import { createTab, type FakeSpreadsheet, type FakeTab } from '#test/fakes/google-sheets/model.ts'
import { kindOf, openSheets, type SheetsOptions } from '#test/fakes/google-sheets/open-fixture.ts'
import { createWay, free } from '#test/fakes/hosted/way-out.ts'

let fake: FakeGoogleSheets
let tab: FakeTab
let spreadsheet: FakeSpreadsheet
beforeEach(async () => {
  fake = await startFakeGoogleSheets()
  const rows = Array.from({ length: 30 }, (_, n) => [`K${n}`, `Name ${n}`])
  tab = createTab({ sheetId: 5, title: 'Products' }, [['Key', 'Name', 'Image URL'], ...rows])
  spreadsheet = fake.addSpreadsheet('Shop', [createTab({ sheetId: 0, title: 'Notes' }, [['x']]), tab])
})
afterEach(() => fake.close())

const table = () => ({ baseId: spreadsheet.id, tableId: '5' })
const open = (send?: SourceFetch, options: SheetsOptions = { key_column: 'Key' }) => openSheets(fake, options, send)

async function listed(source: Source): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  for await (const page of source.pages(table(), { viewId: null })) records.push(...page.records)
  return records
}

const patchesOf = (records: readonly SourceRecord[], name = 'Image URL') =>
  records.map(({ id, fields }) => ({ recordId: id, fields: { [name]: `https://p.example/${fields.Key}.png` } }))

const urlsIn = () => tab.rows.slice(1).map(({ cells }) => [cells[0]?.value, cells[2]?.value])
const allWritten = Array.from({ length: 30 }, (_, n) => [`K${n}`, `https://p.example/K${n}.png`])

const googleError = (code: number, status: string, message: string, reason?: string) =>
  JSON.stringify({ error: { code, message, status, ...(reason && { details: [{ reason }] }) } })

const isSpreadsheet = (path: string) => path.startsWith('/v4/')

const answerAll = (status: number, body: string, headers: Record<string, string> = {}) =>
  fake.faults.push(({ path }) => (isSpreadsheet(path) ? { status, body, headers } : null))

test('access tokens that are revoked midway are replaced, and nothing is lost', async () => {
  const source = open()
  const records = await listed(source)
  fake.accounts.revokeTokens()
  expect(await source.writeBack(table(), patchesOf(records))).toEqual(records.map(() => ({ ok: true })))
  expect(urlsIn()).toEqual(allWritten)
})

test('one access token serves all sources of a connection', async () => {
  const kind = kindOf(createWay().send)
  const given = kind.settings.parse({ credentials: fake.account.json, endpoint_url: fake.url, key_column: 'Key' })
  await Promise.all([1, 2, 3].map(() => listed(kind.open(given, 'con_1'))))
  await listed(kind.open(given, 'con_2'))
  expect(fake.requests.filter((each) => each.includes('/token'))).toHaveLength(1)
})

test('a key that is revoked midway ends what is read and written, and names the account and the fix', async () => {
  const source = open()
  const records = await listed(source)
  fake.accounts.revokeTokens()
  fake.accounts.revokeKeys()
  const message = expect.stringMatching(/rejected the key of pictable-\d+@shop.*account not found\. Create a new key/)
  await expect(listed(source)).rejects.toMatchObject({ code: 'source_auth', message })
  await expect(source.writeBack(table(), patchesOf(records))).rejects.toMatchObject({ code: 'source_auth', message })
  expect(urlsIn().every(([, url]) => url === undefined)).toBe(true)
})

test('a spreadsheet that is no longer shared names the account to share it with', async () => {
  const source = open()
  await listed(source)
  spreadsheet.access.clear()
  const message = expect.stringMatching(/no access to the spreadsheet\. Share it with pictable-\d+@shop.* as an editor/)
  await expect(listed(source)).rejects.toMatchObject({ code: 'source_forbidden', message })
})

test.each([
  ['with Retry-After', { 'retry-after': '50' }, 50_000],
  ['without Retry-After', {}, 30_000],
  ['with a Retry-After that is no time', { 'retry-after': 'soon' }, 30_000],
])('429 %s pauses all requests of the account, and nothing is lost', async (_, headers, expectedMs) => {
  const pauses: number[] = []
  const limits = { ...free, pause: async (_key: string, forMs: number) => void pauses.push(forMs) }
  const kind = kindOf(createWay().send, limits)
  const given = { credentials: fake.account.json, endpoint_url: fake.url, key_column: 'Key' }
  const source = kind.open(kind.settings.parse(given), 'con_1')
  let left = 3
  const body = googleError(
    429,
    'RESOURCE_EXHAUSTED',
    "Quota exceeded for quota metric 'Read requests' per minute per user",
  )
  fake.faults.push(({ path }) => (isSpreadsheet(path) && left-- > 0 ? { status: 429, body, headers } : null))
  const records = await listed(source)
  left = 3
  expect(await source.writeBack(table(), patchesOf(records))).toEqual(records.map(() => ({ ok: true })))
  expect(urlsIn()).toEqual(allWritten)
  expect(pauses).toEqual(Array.from({ length: 6 }, () => expectedMs))
})

test.each<[string, number, string, string, RegExp]>([
  [
    '429 without end',
    429,
    googleError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded'),
    'source_rate_limited',
    /still limits/,
  ],
  [
    'the quota of a day',
    429,
    googleError(429, 'RESOURCE_EXHAUSTED', 'limit Read requests per day'),
    'source_quota',
    /of this day.*Raise/,
  ],
  [
    'an API that is off',
    403,
    googleError(403, 'PERMISSION_DENIED', 'Google Sheets API has not been used', 'SERVICE_DISABLED'),
    'source_forbidden',
    /Sheets API is not enabled.*Enable it/,
  ],
  [
    'scopes that lack',
    403,
    googleError(403, 'PERMISSION_DENIED', 'insufficient', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
    'source_forbidden',
    /lack the scopes.*Sign in again/,
  ],
  [
    'an Excel file',
    400,
    googleError(400, 'FAILED_PRECONDITION', 'This operation is not supported for this document'),
    'source_invalid',
    /not a Google spreadsheet.*Save as Google Sheets/,
  ],
  [
    'an internal error',
    500,
    googleError(500, 'INTERNAL', 'Internal error encountered.'),
    'source_unavailable',
    /internal error \(500\)\. Retry/,
  ],
  ['a page instead of an error', 503, '<html>', 'source_unavailable', /internal error \(503\)/],
  ['a page', 200, '<!doctype html><title>Welcome</title>', 'source_server', /is not Google Sheets\. Check the URL/],
  ['a page for a missing one', 404, '<!doctype html>', 'source_server', /is not Google Sheets/],
  ['nothing', 200, '', 'source_server', /is not Google Sheets/],
  ['other JSON', 200, '{"hello":"world"}', 'source_unavailable', /Google Sheets is known to give.*Check the URL/],
])('%s is named, with its fix', async (_, status, body, code, words) => {
  answerAll(status, body)
  await expect(listed(open())).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
})

test('another product at the URL is named before it gets a key', async () => {
  fake.faults.push(() => ({ status: 404, body: '<html>not here</html>' }))
  await expect(open().check()).rejects.toMatchObject({
    code: 'source_server',
    message: expect.stringContaining('is not Google Sheets'),
  })
})

test('a server that sends the credentials back gets them into no error', async () => {
  const sent: string[] = []
  fake.faults.push(({ raw }) => {
    const text = new TextDecoder().decode(raw)
    sent.splice(0, sent.length, ...new URLSearchParams(text).values())
    return { status: 400, body: JSON.stringify({ error: 'invalid_grant', error_description: sent.join(' ') }) }
  })
  const signIn = {
    type: 'authorized_user',
    client_id: 'client-identifier',
    client_secret: 'client-secret',
    refresh_token: '1//refresh-token',
  }
  for (const credentials of [fake.account.json, JSON.stringify(signIn)]) {
    const error: unknown = await open(undefined, { credentials })
      .check()
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'source_auth' })
    for (const secret of sent.filter(({ length }) => length >= 8)) expect(String(error)).not.toContain(secret)
  }
})

test('columns and tabs that are deleted or renamed are named when they are written, and nothing else changes', async () => {
  const source = open()
  const records = await listed(source)
  const header = tab.rows[0]?.cells ?? []
  header[2] = { value: 'Picture' }
  const gone = /The column "Image URL" is no longer in .*"Products".*Restore its header.*"Picture"/
  await expect(source.writeBack(table(), patchesOf(records))).rejects.toMatchObject({
    code: 'source_not_found',
    message: expect.stringMatching(gone),
  })
  header[0] = { value: 'Id' }
  await expect(source.writeBack(table(), patchesOf(records))).rejects.toMatchObject({
    message: expect.stringMatching(/no column "Key"/),
  })
  expect(urlsIn().every(([, url]) => url === undefined)).toBe(true)
  spreadsheet.tabs.splice(1, 1)
  const message = expect.stringMatching(/tab with the id 5 is no longer in the spreadsheet "Shop".*There are: "Notes"/)
  await expect(source.writeBack(table(), patchesOf(records))).rejects.toMatchObject({
    code: 'source_not_found',
    message,
  })
})

test.each([{ key_column: 'Key' }, {}])(
  'a connection that is cut at any request, before or after it was done, loses and doubles nothing: %j',
  async (options) => {
    for (let at = 0; at < 12; at++) {
      for (const isDone of [true, false]) {
        for (const row of tab.rows.slice(1)) row.cells[2] = null
        for (const row of tab.rows) row.marks = []
        const way = createWay()
        let left = at
        const cutting: SourceFetch = async (request) => {
          const isCut = left-- === 0
          const answer = isCut && !isDone ? null : await way.send(request)
          if (answer === null || isCut) throw new AppError('source_unavailable', 'The connection was closed.')
          return answer
        }
        const source = open(cutting, options)
        const attempt = async <Result>(work: () => Promise<Result>) => work().catch(work)
        const records = await attempt(() => listed(source))
        expect(records.map(({ fields }) => fields.Key)).toEqual(allWritten.map(([key]) => key))
        const results = await attempt(() => source.writeBack(table(), patchesOf(records)))
        expect(results).toEqual(records.map(() => ({ ok: true })))
        expect(urlsIn()).toEqual(allWritten)
        expect(tab.rows.map(({ marks }) => marks.length)).toEqual(tab.rows.map((_, row) => (row === 0 ? 0 : 1)))
      }
    }
  },
)

test('a tab of more rows than can be marked asks for a key column, and with one it is written', async () => {
  let mark = 0
  for (const row of tab.rows.slice(1)) row.marks = [{ id: ++mark, key: 'other', value: 'x'.repeat(995) }]
  const message = expect.stringMatching(/too many rows.*key column/)
  await expect(listed(open(undefined, {}))).rejects.toMatchObject({ code: 'source_invalid', message })
  const last = tab.rows.slice(2)
  for (const row of last) row.marks = [{ id: ++mark, key: 'p', value: 'x'.repeat(1000) }]
  const source = open()
  const [first] = await listed(source)
  expect(await source.writeBack(table(), patchesOf(first === undefined ? [] : [first]))).toEqual([{ ok: true }])
})

test('every request waits for its turn: at most 48 a minute for one account, tokens and Drive included', async () => {
  const calls: unknown[] = []
  const rates = new Set<number>()
  const kind = kindOf(createWay().send, {
    ...free,
    async enter({ scopes }) {
      calls.push(scopes)
      for (const { perSecond } of scopes) rates.add(perSecond * 60)
      return free.enter()
    },
  })
  const given = kind.settings.parse({ credentials: fake.account.json, endpoint_url: fake.url })
  const source = kind.open(given, 'con_1')
  await source.check()
  await source.listBases()
  await source.writeBack(table(), patchesOf(await listed(source)))
  expect(calls).toHaveLength(fake.requests.length)
  expect(new Set(calls.map((scopes) => JSON.stringify(scopes))).size).toBe(1)
  expect([...rates]).toEqual([48])
})
