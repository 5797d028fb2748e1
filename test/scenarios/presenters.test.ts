import { endpoints, isRaw } from '@pictable/client'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type CanaryRow,
  canary,
  canaryRows,
  formToken,
  idOf,
  sessionToken,
  unread,
} from '#test/scenarios/canary-rows.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

interface Column {
  table: string
  name: string
  type: string
}

let app: TestApp
let rows: Record<string, CanaryRow>
let columns: Column[]
/** Numbers and times that stand for the canary of their column. */
const marks = new Map<string, string>()

function mark(place: string, make: (n: number) => string): string {
  const value = make(marks.size + 1)
  marks.set(value, place)
  return value
}

const endOf2089 = Date.UTC(2090, 0, 1)

/** A value of a type that is found again in any answer. */
function valueFor({ table, name, type }: Column): unknown {
  const place = `${table}.${name}`
  if (type === 'text') return canary(place)
  if (type.startsWith('json')) return JSON.stringify({ key: canary(place) })
  if (type === 'integer' || type === 'bigint') return mark(place, (n) => String(41_000_000 + n))
  if (type === 'timestamp with time zone') return mark(place, (n) => new Date(endOf2089 - n * 1000).toISOString())
  throw new Error(`${place}: write a value of the type ${type} into test/scenarios/canary-rows.ts`)
}

async function insert(table: string, { values = {} }: CanaryRow): Promise<void> {
  const own = columns.filter((column) => column.table === table)
  const given = own.map((column) => {
    if (!Object.hasOwn(values, column.name)) return valueFor(column)
    const value = values[column.name]
    return column.type.startsWith('json') ? JSON.stringify(value) : value
  })
  const names = own.map(({ name }) => `"${name}"`).join(', ')
  const places = own.map((_, index) => `$${index + 1}`).join(', ')
  await rowsOf(app.database.kysely, `insert into ${table} (${names}) values (${places})`, given)
}

beforeAll(async () => {
  app = await startApp()
  rows = canaryRows(app.world)
  columns = await rowsOf<Column>(
    app.database.kysely,
    `select table_name as "table", column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' order by table_name, ordinal_position`,
    [],
  )
  for (const [table, row] of Object.entries(rows)) await insert(table, row)
})
afterAll(() => app.close())

/** The canaries in a text, by the places that they stand for. */
function canariesIn(text: string): string[] {
  const texts = [...text.matchAll(/ZZ-([a-z_-]+?)-ZZ/g)].map(([, place = '']) => place.replaceAll('-', '.'))
  const others = [...text.matchAll(/2089-12-31T[\d:.]+Z|\b41\d{6}\b/g)].flatMap(([value]) => marks.get(value) ?? [])
  return [...texts, ...others]
}

const tableOf: Record<string, string> = {
  ...{ tablesources: 'actions', 'api-keys': 'api_keys', 'url-keys': 'url_keys', ':token': 'form_submissions' },
}
/** What they need where the version by default is a canary. */
const queryOf: Record<string, string> = { 'templates-diff': '?to=1', 'drafts-diff': '?from=1' }
/** They answer what another server says. */
const isOfSource = /^(connections-(bases|tables|views|fields|records)|font-families-google)$/

/** Every endpoint that reads and answers with JSON of our own; a session reads those that a key cannot. */
const reading = endpoints.filter(
  ({ name, method, answers }) =>
    method === 'GET' && answers[200] && !isRaw(answers[200]) && !isOfSource.test(name) && name !== 'server-openapi',
)

/** Reads a draft while its lease lasts: who edits it, and who waits, is shown only then. */
async function readInLease(path: string): Promise<string> {
  const text = 'select waiting_since from template_drafts'
  const [draft] = await rowsOf<{ waitingSince: Date }>(app.database.kysely, text, [])
  const clock = vi.spyOn(app.world.clock, 'now').mockReturnValue(new Date(draft?.waitingSince ?? Number.NaN))
  try {
    return await read(path, 'drafts-get')
  } finally {
    clock.mockRestore()
  }
}

async function read(path: string, name: string): Promise<string> {
  const named = path.replace('/images/batch/', '/image_batches/').replace('/tables/imports/', '/table_imports/')
  const [, , collection = ''] = named.split('/')
  const filled = path
    .replace(':token', formToken)
    .replace(':id', idOf(tableOf[collection] ?? collection))
    .replace(':row_id', idOf('table_rows'))
    .replace(':record_id', canary('exceptions.record_id'))
    .replace(':version', '1')
  const isForPeople = name === 'sessions-list'
  const { status, text } = await app.request('GET', `${filled}${queryOf[name] ?? ''}`, {
    key: isForPeople ? null : app.adminKey,
    headers: isForPeople ? { cookie: `pictable=${sessionToken}` } : {},
  })
  expect.soft(status, `${name}: ${text}`).toBe(200)
  return text
}

test('every table and column has a canary, or is declared unread', () => {
  const known = Object.entries(rows).flatMap(([table, { shown, hidden, values = {} }]) =>
    [...new Set([...shown, ...hidden, ...Object.keys(values)])].map((name) => `${table}.${name}`),
  )
  const there = columns.filter(({ table }) => !unread.includes(table)).map(({ table, name }) => `${table}.${name}`)
  expect(known.sort(), 'list the column in test/scenarios/canary-rows.ts').toEqual(there.sort())
  expect(unread.filter((table) => !columns.some((column) => column.table === table))).toEqual([])
})

test('only fields that a presenter names leave', async () => {
  const texts: string[] = []
  for (const { path, name } of reading.filter((each) => each.name !== 'sessions-list'))
    texts.push(name === 'drafts-get' ? await readInLease(path) : await read(path, name))
  await rowsOf(app.database.kysely, 'update users set deactivated_at = null', [])
  texts.push(await read('/v1/sessions', 'sessions-list'))

  const left = new Set(texts.flatMap(canariesIn))
  const listed = Object.entries(rows).flatMap(([table, { shown }]) => shown.map((name) => `${table}.${name}`))
  expect([...left].sort()).toEqual(listed.sort())
})
