import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Capabilities, Source, SourceCheck } from '#core/ports/source.ts'
import type { OnHeld, SourceKind } from '#core/ports/sources.ts'
import { listed } from '#core/words.ts'
import { checkCells } from './google-sheets/check-write.ts'
import { readCredentials } from './google-sheets/credentials.ts'
import { fieldsOf } from './google-sheets/layout.ts'
import { type KnownTab, layoutOf, type Reader } from './google-sheets/read-block.ts'
import { blockMax, namedMax, readPages, readRecords } from './google-sheets/read-rows.ts'
import { createSheetsApi, type Hosts, perSecond, type TokenCache } from './google-sheets/sheets-api.ts'
import { createSpreadsheets, listFiles, type SpreadsheetCache } from './google-sheets/spreadsheet.ts'
import { batchMax, writeRows } from './google-sheets/write-rows.ts'
import { callsPerDay } from './hosted/calls-per-day.ts'
import type { WayOut } from './hosted/hosted-api.ts'

const settings = z.strictObject({
  credentials: z
    .string()
    .trim()
    .min(1)
    .max(20_000)
    .superRefine((text, context) => {
      const read = readCredentials(text)
      if ('problem' in read) context.addIssue({ code: 'custom', message: read.problem })
    })
    .meta({
      role: 'secret',
      title: 'JSON key',
      description:
        'The JSON key of a service account: create it in the Google Cloud console (IAM & Admin, Service accounts, Keys) and share the spreadsheets with its email. The JSON of an OAuth sign-in (type authorized_user) works too',
    }),
  key_column: z.string().trim().min(1).max(200).optional().meta({
    role: 'plain',
    title: 'Key column',
    description:
      'Header of a column that has another value in each row, such as SKU. Default: none; Pictable marks rows with developer metadata, which moves with them',
  }),
  image_columns: z.string().trim().min(1).max(2000).optional().meta({
    role: 'plain',
    keepsTables: true,
    title: 'Image columns',
    description:
      'Headers, separated by commas, of columns whose cells show an image by a formula such as =IMAGE("https://…")',
  }),
  calls_per_day: callsPerDay,
  endpoint_url: z
    .url({ protocol: /^https?$/, error: 'must be a URL that begins with https:// or http://' })
    .max(2000)
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional()
    .meta({
      role: 'destination',
      title: 'URL',
      description:
        'URL of another server that answers as the Google APIs do, also for Drive and for access tokens. Default: the servers of Google',
    }),
})

const google: Hosts = {
  sheets: 'https://sheets.googleapis.com',
  drive: 'https://www.googleapis.com',
  token: 'https://oauth2.googleapis.com/token',
}

const hostsOf = (url: string | undefined): Hosts =>
  url === undefined ? google : { sheets: url, drive: url, token: `${url}/token` }

const capabilities: Capabilities = {
  views: 'none',
  page: { max: blockMax, cursor: 'position' },
  getMany: { max: namedMax },
  write: { batchMax, checkCalls: 2 },
  attachment: { byUrl: true, maxBytes: null },
  perSecond,
  metered: true,
  changes: 'poll',
}

async function check({ api, spreadsheets }: Reader): Promise<SourceCheck> {
  const files = await listFiles(api, 100)
  const who = api.account ?? 'the account'
  const about = api.account === null ? {} : { account: api.account }
  const [first] = files
  if (first === undefined) {
    const warning = `No spreadsheet is shared with ${who}. Share one with it in Google Sheets, as an editor for images to be written back.`
    return { ...about, warnings: [warning] }
  }
  await spreadsheets.get(first.id)
  const locked = files.filter(({ canEdit }) => !canEdit).map(({ name }) => name)
  if (locked.length === 0) return { ...about, warnings: [] }
  const warning = `${who} may only read ${listed(locked, 5)}, so images cannot be written back there. Share them with it as an editor.`
  return { ...about, warnings: [warning] }
}

function openSheets(reader: Reader): Source {
  const { api, spreadsheets } = reader
  return {
    capabilities,
    check: () => check(reader),
    listBases: async () => (await listFiles(api)).map(({ id, name }) => ({ id, name })),
    listTables: async (baseId) => (await spreadsheets.get(baseId)).tabs.map(({ id, title }) => ({ id, name: title })),
    async listViews(ref) {
      await spreadsheets.tab(ref)
      return []
    },
    listFields: async (ref) => fieldsOf(await layoutOf(reader, ref)),
    pages: (ref, options) => readPages(reader, ref, options),
    getRecords: (ref, recordIds, options) => readRecords(reader, ref, { recordIds, ...options }),
    checkWrite: (ref, cells) => checkCells(reader, ref, cells),
    writeBack: (ref, patches) => writeRows(reader, ref, patches),
  }
}

/** What sources of one connection share: each piece of work opens its own. */
interface Shared {
  known: Map<string, KnownTab>
  spreadsheets: SpreadsheetCache
}

interface Opening {
  connectionId: string
  onHeld: OnHeld | undefined
  tokens: TokenCache
  shared: Map<string, Shared>
}

const MAX_SHARED = 100

/** By the connection and its settings: with others, rows have other ids. */
function sharedBy(shared: Map<string, Shared>, parts: readonly unknown[]): Shared {
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const found = shared.get(name) ?? { known: new Map(), spreadsheets: new Map() }
  shared.delete(name)
  shared.set(name, found)
  const [oldest] = shared.keys()
  if (shared.size > MAX_SHARED && oldest !== undefined) shared.delete(oldest)
  return found
}

function open(way: WayOut, given: z.output<typeof settings>, opening: Opening): Source {
  const { connectionId, onHeld, tokens } = opening
  const read = readCredentials(given.credentials)
  if ('problem' in read) throw new AppError('source_auth', `The JSON key in the connection ${read.problem}.`)
  const budget = { connectionId, perDay: given.calls_per_day ?? null, perMonth: null }
  const account = { credentials: read.credentials, hosts: hostsOf(given.endpoint_url), budget, onHeld }
  const api = createSheetsApi(way, account, tokens)
  const imageColumns = (given.image_columns ?? '').split(',').map((name) => name.trim())
  const { known, spreadsheets } = sharedBy(opening.shared, [connectionId, given])
  const reading = { keyColumn: given.key_column, imageColumns }
  return openSheets({ api, spreadsheets: createSpreadsheets(api, spreadsheets), reading, known })
}

/** `createGoogleSheetsSource()` makes the spreadsheets of a Google account a source. */
export function createGoogleSheetsSource(way: WayOut): SourceKind {
  const tokens: TokenCache = new Map()
  const shared = new Map<string, Shared>()
  return {
    kind: 'google_sheets',
    title: 'Google Sheets',
    summary:
      'Tabs of Google spreadsheets. You need the JSON key of a service account. Not yet live: tested only against a fake.',
    verification: 'Not yet live: tested only against a fake of its API, never with an account at Google',
    settings,
    open: (given, connectionId, onHeld) => open(way, settings.parse(given), { connectionId, onHeld, tokens, shared }),
  }
}
