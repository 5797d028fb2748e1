import { z } from 'zod'
import { type FakeApi, type FakeRequest, type Route, startFakeApi } from '#test/fakes/hosted/fake-api.ts'
import { createAccount, createAccounts, type FakeAccount } from './accounts.ts'
import { areasOf, dataFilter, describeSpreadsheet, refuse } from './grid-data.ts'
import { applyMask } from './mask.ts'
import type { FakeSpreadsheet, FakeTab } from './model.ts'
import { batchUpdate, updateByDataFilter, updateValues } from './write-data.ts'

export interface FakeGoogleSheets extends FakeApi {
  accounts: ReturnType<typeof createAccounts>
  /** An account that exists, with its own key. */
  account: FakeAccount
  spreadsheets: Map<string, FakeSpreadsheet>
  addSpreadsheet(name: string, tabs: FakeTab[], timeZone?: string): FakeSpreadsheet
  /** Called before each request to a spreadsheet is answered: what people do at that moment. */
  beforeAnswer: (() => void)[]
}

export interface FakeState {
  accounts: ReturnType<typeof createAccounts>
  spreadsheets: Map<string, FakeSpreadsheet>
}

const notAuthenticated = () =>
  refuse(
    401,
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    'ACCESS_TOKEN_EXPIRED',
  )

const emailOf = ({ accounts }: FakeState, { headers }: FakeRequest) => {
  const email = accounts.ofToken(headers.authorization)
  if (email === undefined) throw notAuthenticated()
  return email
}

export function spreadsheetOf(state: FakeState, request: FakeRequest, needs: 'reader' | 'writer'): FakeSpreadsheet {
  const email = emailOf(state, request)
  const [id = ''] = (request.params.id ?? '').split(':')
  const found = state.spreadsheets.get(id)
  if (found === undefined) throw refuse(404, 'NOT_FOUND', 'Requested entity was not found.')
  const access = found.access.get(email)
  if (access === undefined || (needs === 'writer' && access === 'reader'))
    throw refuse(403, 'PERMISSION_DENIED', 'The caller does not have permission')
  return found
}

const byFilter = z.strictObject({
  dataFilters: z.array(dataFilter).min(1),
  includeGridData: z.boolean().default(false),
  excludeTablesInBandedRanges: z.boolean().optional(),
})

function listFiles(state: FakeState, request: FakeRequest) {
  const email = emailOf(state, request)
  const { query } = request
  if (!/mimeType='application\/vnd\.google-apps\.spreadsheet'/.test(query.get('q') ?? ''))
    throw refuse(400, 'INVALID_ARGUMENT', 'Invalid Value')
  const all = [...state.spreadsheets.values()].filter(({ access }) => access.has(email))
  const start = Number(query.get('pageToken') ?? 0)
  const end = start + Number(query.get('pageSize') ?? 100)
  const files = all.slice(start, end).map(({ id, name, access }) => ({
    kind: 'drive#file',
    id,
    name,
    capabilities: { canEdit: access.get(email) === 'writer' },
  }))
  return { files, ...(end < all.length ? { nextPageToken: String(end) } : {}) }
}

function getFile(state: FakeState, request: FakeRequest) {
  const email = emailOf(state, request)
  const found = state.spreadsheets.get(request.params.id ?? '')
  const access = found?.access.get(email)
  if (found === undefined || access === undefined)
    throw refuse(404, 'NOT_FOUND', `File not found: ${request.params.id}.`, 'notFound')
  return { kind: 'drive#file', id: found.id, name: found.name, capabilities: { canEdit: access === 'writer' } }
}

function getSpreadsheet(state: FakeState, request: FakeRequest) {
  return describeSpreadsheet(spreadsheetOf(state, request, 'reader'))
}

function getByDataFilter(state: FakeState, request: FakeRequest) {
  const spreadsheet = spreadsheetOf(state, request, 'reader')
  const { dataFilters, includeGridData } = byFilter.parse(request.body)
  const areas = dataFilters.flatMap((filter, index) => areasOf(spreadsheet, filter, `dataFilters[${index}]`))
  const described = describeSpreadsheet(spreadsheet, areas)
  return includeGridData
    ? described
    : { ...described, sheets: described.sheets.map(({ properties }) => ({ properties })) }
}

type Verb = (state: FakeState, request: FakeRequest) => unknown

const writing =
  (write: (spreadsheet: FakeSpreadsheet, body: unknown) => unknown): Verb =>
  (state, request) =>
    write(spreadsheetOf(state, request, 'writer'), request.body)

/** What follows the id of a spreadsheet, behind a colon or a slash. */
const verbs: Readonly<Record<string, Verb>> = {
  getByDataFilter,
  batchUpdate: writing(batchUpdate),
  'values:batchUpdateByDataFilter': writing(updateByDataFilter),
  'values:batchUpdate': writing(updateValues),
}

function callVerb(state: FakeState, request: FakeRequest) {
  const name = request.params.verb ?? (request.params.id ?? '').split(':')[1] ?? ''
  const verb = verbs[name]
  if (verb === undefined) throw new Error(`${request.path} is not modelled`)
  return verb(state, request)
}

let made = 0

/** The part of Google's API for spreadsheets that programs need to read and write rows, in memory. */
export async function startFakeGoogleSheets(): Promise<FakeGoogleSheets> {
  const state: FakeState = { accounts: createAccounts(), spreadsheets: new Map() }
  const beforeAnswer: (() => void)[] = []
  const account = createAccount()
  state.accounts.add(account)
  const handled = (handler: (state: FakeState, request: FakeRequest) => unknown) => (request: FakeRequest) => {
    for (const act of beforeAnswer) act()
    return applyMask(handler(state, request), request.query.get('fields'))
  }
  const routes: readonly Route[] = [
    ['POST', '/token', state.accounts.exchange],
    ['GET', '/drive/v3/files', (request) => applyMask(listFiles(state, request), request.query.get('fields'))],
    ['GET', '/v4/spreadsheets/:id', handled(getSpreadsheet)],
    ['POST', '/v4/spreadsheets/:id', handled(callVerb)],
    ['POST', '/v4/spreadsheets/:id/:verb', handled(callVerb)],
    ['GET', '/drive/v3/files/:id', (request) => applyMask(getFile(state, request), request.query.get('fields'))],
  ]
  const api = await startFakeApi({
    routes,
    authorize: (request) => void (request.path === '/token' || emailOf(state, request)),
    unknown: '<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>',
  })
  return {
    ...api,
    ...state,
    account,
    beforeAnswer,
    addSpreadsheet(name, tabs, timeZone = 'Europe/Berlin') {
      const id = `1${String(++made).padStart(43, 'x')}`
      const access = new Map([[account.email, 'writer' as const]])
      const spreadsheet: FakeSpreadsheet = { id, name, timeZone, tabs, access }
      state.spreadsheets.set(id, spreadsheet)
      return spreadsheet
    },
  }
}
