import { AppError } from '@pictable/server/core/errors.ts'
import type { Source, TableRef } from '@pictable/server/core/ports/source.ts'
import type { SourceRequest } from '@pictable/server/core/ports/source-fetch.ts'
import { createFetchSource } from '@pictable/server/net/fetch-source.ts'
import { createGuardedFetch } from '@pictable/server/net/guarded-fetch.ts'
import { createAddressPolicy } from '@pictable/server/net/policy/address-policy.ts'
import { createAirtableSource } from '@pictable/server/sources/airtable.ts'
import { createDescribedSource } from '@pictable/server/sources/described/described-source.ts'
import { createGoogleSheetsSource } from '@pictable/server/sources/google-sheets.ts'
import type { WayOut } from '@pictable/server/sources/hosted/hosted-api.ts'
import { createNocoDbSource } from '@pictable/server/sources/nocodb.ts'
import { startFakeAirtable } from '#test/fakes/airtable/start-fake-airtable.ts'
import { startFakeBaserow } from '#test/fakes/baserow/fake-baserow.ts'
import { openFixture as openBaserow } from '#test/fakes/baserow/open-fixture.ts'
import { startFakeDirectus } from '#test/fakes/directus/fake-directus.ts'
import { openFixture as openDirectus } from '#test/fakes/directus/open-fixture.ts'
import { startFakeFeed } from '#test/fakes/feed/fake-feed.ts'
import { feedTable, openFeedWorld } from '#test/fakes/feed/open-feed.ts'
import { startFakeGoogleSheets } from '#test/fakes/google-sheets/fake-google-sheets.ts'
import { createTab } from '#test/fakes/google-sheets/model.ts'
import { type Account, descriptionOf } from '#test/fakes/hosted/open-described.ts'
import { wayOf } from '#test/fakes/hosted/way-out.ts'
import { startFakeNocoDb } from '#test/fakes/nocodb/fake-nocodb.ts'
import { createAdmin } from '#test/fakes/nocodb/noco-admin.ts'
import { startFakeTeable } from '#test/fakes/teable/fake-teable.ts'
import { openFixture as openTeable } from '#test/fakes/teable/open-fixture.ts'
import type { SourceFixture } from './source.ts'

/** An account whose table has records of more than one page, each with a name of its own and the same note. */
export interface BadInputFixture {
  open(way: WayOut): Source
  table: TableRef
  count: number
  fields: { name: string; note: string }
  isPage(request: SourceRequest): boolean
  /** What the product says when the credentials are revoked. */
  revoked(request: SourceRequest): { status: number; body: unknown } | null
  limited?: unknown
  /** Where the product has a plan. */
  quota?: { status: number; body: unknown }
  /** A page as if another one followed. */
  leadsOn?(page: object): object
  /** The page that is refused midway; a table of one page is read a second time. */
  refusedPage?: 1
  close(): Promise<unknown>
}

export interface BadInputKind {
  kind: string
  title: string
  /** Most characters of a cell; the suite tries 1 MB where it is more. */
  maxCell?: number
  /** Records of more than one page, where the fixture has fewer. */
  manyRecords?: number
  /** Whether the source can ask for fewer records where a response is too large. */
  asksForPages?: false
  start(given: { note: string; count?: number }): Promise<BadInputFixture>
}

const isPost = ({ method }: SourceRequest) => method === 'POST'
const pathOf = ({ url }: SourceRequest) => new URL(url).pathname

const names = (count: number) => Array.from({ length: count }, (_, n) => `Record ${n}`)

const airtable: BadInputKind = {
  kind: 'airtable',
  title: 'Airtable',
  async start({ note, count = 250 }) {
    const fake = await startFakeAirtable({ callsPerBase: 10_000, callsPerToken: 10_000 })
    const { control } = fake
    const base = control.createBase('Shop')
    const table = control.createTable(base, {
      name: 'Records',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Note', type: 'multilineText' },
      ],
    })
    control.addRecords(table, { count, make: (n) => ({ Name: names(count)[n], Note: note }) })
    const token = control.createToken()
    return {
      open: (way) => createAirtableSource(way).open({ token, endpoint_url: fake.url }, 'con_1'),
      table: { baseId: base.id, tableId: table.id },
      count,
      fields: { name: control.field(table, 'Name').id, note: control.field(table, 'Note').id },
      isPage: (request) => isPost(request) && pathOf(request).endsWith('/listRecords'),
      revoked: () => ({
        status: 401,
        body: { error: { type: 'AUTHENTICATION_REQUIRED', message: 'Authentication required' } },
      }),
      limited: { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }] },
      quota: { status: 429, body: { errors: [{ error: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED', message: 'Limit' }] } },
      leadsOn: (page) => ({ ...page, offset: 'itr00000000000000/rec00000000000000' }),
      close: fake.close,
    }
  },
}

const nocodb: BadInputKind = {
  kind: 'nocodb',
  title: 'NocoDB',
  maxCell: 100_000,
  async start({ note, count = 110 }) {
    const fake = await startFakeNocoDb()
    const admin = createAdmin(fake)
    const baseId = await admin.createBase('Shop')
    const made = await admin.createTable(baseId, 'Records', [
      { title: 'Name', type: 'SingleLineText' },
      { title: 'Note', type: 'LongText' },
    ])
    await admin.addRecords(
      made,
      names(count).map((Name) => ({ Name, Note: note })),
    )
    const { url, token } = fake
    return {
      open: (way) => createNocoDbSource(way).open({ token, endpoint_url: url }, 'con_1'),
      table: { baseId, tableId: made.id },
      count,
      fields: { name: made.fields.get('Name') ?? '', note: made.fields.get('Note') ?? '' },
      isPage: (request) => pathOf(request).endsWith('/records'),
      revoked: () => ({ status: 401, body: { error: 'ERR_AUTHENTICATION_REQUIRED', message: 'Invalid token' } }),
      quota: { status: 402, body: { error: 'ERR_PLAN_LIMIT_EXCEEDED', message: 'Upgrade' } },
      leadsOn: (page) => ({ ...page, next: `${url}/?page=9` }),
      close: fake.close,
    }
  },
}

const googleSheets: BadInputKind = {
  kind: 'google_sheets',
  title: 'Google Sheets',
  maxCell: 50_000,
  manyRecords: 3500,
  async start({ note, count = 30 }) {
    const fake = await startFakeGoogleSheets()
    const tab = createTab({ sheetId: 5, title: 'Records' }, [
      ['Name', 'Note'],
      ...names(count).map((name) => [name, note]),
    ])
    const spreadsheet = fake.addSpreadsheet('Shop', [tab])
    const given = { credentials: fake.account.json, endpoint_url: fake.url, key_column: 'Name' }
    return {
      open(way) {
        const kind = createGoogleSheetsSource(way)
        return kind.open(kind.settings.parse(given), 'con_1')
      },
      table: { baseId: spreadsheet.id, tableId: '5' },
      count,
      fields: { name: 'Name', note: 'Note' },
      isPage: (request) => pathOf(request).endsWith(':getByDataFilter'),
      revoked: (request) =>
        pathOf(request).startsWith('/v4/')
          ? { status: 401, body: { error: { code: 401, message: 'Invalid', status: 'UNAUTHENTICATED' } } }
          : { status: 400, body: { error: 'invalid_grant', error_description: 'Not a valid key' } },
      limited: { error: { code: 429, message: 'Quota exceeded per minute', status: 'RESOURCE_EXHAUSTED' } },
      quota: {
        status: 429,
        body: { error: { code: 429, message: 'limit requests per day', status: 'RESOURCE_EXHAUSTED' } },
      },
      refusedPage: 1,
      close: fake.close,
    }
  },
}

const feed: BadInputKind = {
  kind: 'feed',
  title: '127.0.0.1',
  asksForPages: false,
  async start({ note, count = 5 }) {
    const fake = await startFakeFeed()
    const size = 2
    const all = names(count).map((Name) => ({ Name, Note: note }))
    for (let page = 1; page <= Math.ceil(count / size) + 1; page++) {
      const body = JSON.stringify(all.slice((page - 1) * size, page * size))
      fake.bodies.set(`/list.json${page === 1 ? '' : `?page=${page}`}`, { body })
    }
    const world = await openFeedWorld()
    const given = { url: `${fake.url}/list.json`, key: 'Name', next_page: 'number' }
    let opened = 0
    return {
      // A connection of its own: nothing that was read before helps it.
      open: (way) => world.open(given, `con_${opened++}`, way),
      table: feedTable,
      count,
      fields: { name: 'Name', note: 'Note' },
      isPage: () => true,
      revoked: () => ({ status: 401, body: 'No.' }),
      quota: { status: 402, body: 'Pay.' },
      close: () => Promise.all([fake.close(), world.close()]),
    }
  },
}

type Fake = Account & { close(): Promise<void> }

function described<Of extends Fake>(
  kind: string,
  {
    start,
    open,
    revoked,
  }: {
    start: () => Promise<Of>
    open: (fake: Of, count: number) => Promise<SourceFixture>
    revoked: unknown
  },
): BadInputKind {
  const description = descriptionOf(kind)
  return {
    kind,
    title: description.title,
    async start({ note, count = 45 }) {
      const fake = await start()
      const { source, table, fieldIds } = await open(fake, count)
      if (note !== '') {
        for await (const { records } of source.pages(table, { viewId: null }))
          for (const { id } of records)
            await source.writeBack(table, [{ recordId: id, fields: { [fieldIds.note]: note } }])
      }
      return {
        open(way) {
          const made = createDescribedSource(description, way)
          return made.open(made.settings.parse({ token: fake.token, endpoint_url: fake.url }), 'con_1')
        },
        table,
        count,
        fields: fieldIds,
        isPage: (request) => request.method === 'GET' && /\/(rows|items|record)\b/.test(pathOf(request)),
        revoked: () => ({ status: 401, body: revoked }),
        quota: {
          status: 402,
          body: {
            ...{ error: 'PLAN', detail: 'upgrade', message: 'upgrade', code: 'payment_required' },
            errors: [{ message: 'upgrade', extensions: { code: 'PLAN' } }],
          },
        },
        refusedPage: 1,
        leadsOn: (page) => ({ ...page, next: `${fake.url}/?page=9`, meta: { filter_count: 1_000_000 } }),
        close: fake.close,
      }
    },
  }
}

/** Every kind that is reached by HTTP: a row of the suite. */
export const badInputKinds: readonly BadInputKind[] = [
  airtable,
  nocodb,
  googleSheets,
  feed,
  described('baserow', {
    start: startFakeBaserow,
    open: openBaserow,
    revoked: { error: 'ERROR_TOKEN_DOES_NOT_EXIST', detail: 'The provided token does not exist.' },
  }),
  described('directus', {
    start: startFakeDirectus,
    open: openDirectus,
    revoked: { errors: [{ message: 'Invalid user credentials.', extensions: { code: 'INVALID_CREDENTIALS' } }] },
  }),
  described('teable', {
    start: startFakeTeable,
    open: openTeable,
    revoked: { message: 'Unauthorized', status: 401, code: 'unauthorized' },
  }),
]

const policy = createAddressPolicy({ allow: '127.0.0.0/8' })
const guarded = createGuardedFetch({ policy })
/** The guard as servers have it. */
export const realWay = wayOf(createFetchSource(guarded))

/** The guard with less patience: what does not end is cut off within a moment. */
const impatient = createFetchSource(createGuardedFetch({ policy, rateWindowMs: 100 }), {
  connectTimeoutMs: 5000,
  headersTimeoutMs: 300,
  totalTimeoutMs: 1000,
})

/** Pages come from another server, which does not end them. */
export const endlessWay = (url: string, isPage: (request: SourceRequest) => boolean) =>
  wayOf(async (request) => {
    if (!isPage(request)) return realWay.fetch(request)
    const { download } = request
    const bounds = { maxBodyBytes: 1_000_000, ...(download && { download: { ...download, totalTimeoutMs: 1000 } }) }
    return impatient({ ...request, url, ...bounds })
  })

/** Responses over a bound are cut off, as the guard does it. */
export const boundedWay = (isPage: (request: SourceRequest) => boolean, maxBytes: number) =>
  wayOf(async (request) => {
    const answer = await realWay.fetch(request)
    if (!isPage(request) || answer.body.byteLength <= maxBytes) return answer
    const cause = Object.assign(new Error('too large'), { code: 'too_large' })
    throw new AppError('source_invalid', 'The table is unreachable: the response is too large.', { cause })
  })
