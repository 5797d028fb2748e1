import { z } from 'zod'
import { type FakeApi, FakeRejection, type FakeRequest, type Route, startFakeApi } from '#test/fakes/hosted/fake-api.ts'

const fieldSchema = z.object({
  field: z.string(),
  type: z.string(),
  schema: z
    .object({
      is_primary_key: z.boolean().default(false),
      is_generated: z.boolean().default(false),
      max_length: z.number().nullable().default(null),
    })
    .prefault({}),
  meta: z
    .looseObject({ interface: z.string().optional(), special: z.array(z.string()).nullish() })
    .nullable()
    .default(null),
})

type Field = z.output<typeof fieldSchema>
type Row = Record<string, unknown>

interface Collection {
  name: string
  meta: Record<string, unknown>
  fields: Field[]
  rows: Map<string, Row>
}

const refuse = (status: number, code: string, message: string) =>
  new FakeRejection(status, { errors: [{ message, extensions: { code } }] })

const forbidden = (what: string) =>
  refuse(403, 'FORBIDDEN', `You don't have permission to access ${what} or it does not exist. Queried in root.`)

const anyRow = z.record(z.string(), z.unknown())

/** What Directus on SQLite keeps of a value: booleans are numbers, and a word in a number stays a word. */
function stored({ type }: Field, value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (type === 'bigInteger' && typeof value === 'string') return Number(value)
  if (type === 'dateTime' && typeof value === 'string') return value.replace(/\.\d+$/, '')
  if (type === 'text' && Array.isArray(value)) return JSON.stringify(value)
  return value
}

const files = new Map<string, Row>()

/** A cell for the names that a query asks for: `Picture.id` asks for a part of the file. */
function shown(field: Field, value: unknown, asked: readonly string[]): unknown {
  if (!field.meta?.special?.includes('file') || !asked.some((name) => name.startsWith(`${field.field}.`)))
    return value ?? null
  return files.get(String(value)) ?? null
}

export interface FakeDirectus extends FakeApi {
  token: string
}

const keyOf = ({ fields }: Collection) => fields.find(({ schema }) => schema.is_primary_key)?.field ?? 'id'

function rowOf(collection: Collection, row: Row, asked: readonly string[]): Row {
  const names = asked.map((name) => name.split('.')[0])
  const all = names.length === 0 || names.includes('*')
  const given = collection.fields.filter(({ field }) => all || names.includes(field))
  return Object.fromEntries(given.map((field) => [field.field, shown(field, row[field.field], asked)]))
}

function askedIn(collection: Collection, query: URLSearchParams): string[] {
  const asked = query.get('fields')?.split(',') ?? []
  for (const name of asked.map((each) => each.split('.')[0] ?? '')) {
    const isKnown = name === '*' || collection.fields.some(({ field }) => field === name)
    if (!isKnown) throw forbidden(`field "${name}" in collection "${collection.name}"`)
  }
  return asked
}

const filterSchema = z.record(z.string(), z.object({ _in: z.array(z.union([z.string(), z.number()])) }))

function listItems(collection: Collection, { query }: FakeRequest) {
  const asked = askedIn(collection, query)
  const key = collection.fields.find(({ schema }) => schema.is_primary_key)
  const filter = query.get('filter') === null ? null : filterSchema.parse(JSON.parse(query.get('filter') ?? ''))
  const ids = filter === null || key === undefined ? null : filter[key.field]?._in.map(String)
  if (key?.type === 'integer' && ids?.some((id) => !/^-?\d+$/.test(id)))
    throw refuse(400, 'INVALID_QUERY', 'Invalid query. Invalid numeric value.')
  const rows = [...collection.rows].filter(([id]) => ids?.includes(id) ?? true)
  const offset = Number(query.get('offset') ?? 0)
  const page = rows.slice(offset, offset + Number(query.get('limit') ?? 100))
  const meta = query.get('meta') === 'filter_count' ? { meta: { filter_count: rows.length } } : {}
  return { ...meta, data: page.map(([, row]) => rowOf(collection, row, asked)) }
}

/** Items that are gone are left out of the answer, and unknown fields of an item are left out of the item. */
function patchItems(collection: Collection, { body, query }: FakeRequest) {
  const key = keyOf(collection)
  const changed = z
    .array(anyRow)
    .parse(body)
    .flatMap((item) => {
      const id = String(item[key])
      const row = collection.rows.get(id)
      if (row === undefined) return []
      for (const field of collection.fields)
        if (field.field !== key && Object.hasOwn(item, field.field)) row[field.field] = stored(field, item[field.field])
      return [row]
    })
  return { data: changed.map((row) => rowOf(collection, row, askedIn(collection, query))) }
}

function addItems(collection: Collection, { body }: FakeRequest) {
  const key = keyOf(collection)
  const made = z
    .array(anyRow)
    .parse(body)
    .map((item) => {
      const id = item[key] ?? collection.rows.size + 1
      const cells = collection.fields.map((field) => [field.field, stored(field, item[field.field] ?? null)])
      const row = { ...Object.fromEntries(cells), [key]: id }
      collection.rows.set(String(id), row)
      return row
    })
  return { data: made }
}

const newCollection = z.object({
  collection: z.string(),
  meta: z.record(z.string(), z.unknown()).default({}),
  fields: z.array(fieldSchema),
})

function describeField({ name }: Collection, { field, type, schema, meta }: Field) {
  const full = meta === null ? null : { readonly: false, hidden: false, special: null, ...meta }
  return {
    collection: name,
    field,
    type,
    schema: { name: field, is_nullable: !schema.is_primary_key, ...schema },
    meta: full,
  }
}

/** Directus in memory, as far as it was compared with the real one by `describe-directus.ts`. */
export async function startFakeDirectus(): Promise<FakeDirectus> {
  const collections = new Map<string, Collection>()
  const admin = 'directus-admin-token'
  const readers = new Set<string>()
  const tokenOf = ({ headers }: FakeRequest) => headers.authorization?.replace(/^Bearer /, '') ?? ''
  const of = (request: FakeRequest): Collection => {
    const { collection: name = '' } = request.params
    const found = collections.get(name)
    if (found === undefined) throw forbidden(`collection "${name}"`)
    return found
  }
  const toChange = (request: FakeRequest): Collection => {
    if (readers.has(tokenOf(request))) throw forbidden(`collection "${request.params.collection}"`)
    return of(request)
  }
  const listCollections = () => {
    const own = [...collections.values()].map(({ name, meta }) => ({
      collection: name,
      meta: { collection: name, hidden: false, singleton: false, ...meta },
      schema: { name },
    }))
    return {
      data: [
        ...own,
        { collection: 'directus_users', meta: { system: true, singleton: false }, schema: { name: 'directus_users' } },
      ],
    }
  }
  const permissions = (request: FakeRequest) => {
    const update = { access: readers.has(tokenOf(request)) ? 'none' : 'full' }
    return {
      data: Object.fromEntries([...collections.keys()].map((name) => [name, { read: { access: 'full' }, update }])),
    }
  }
  const routes: readonly Route[] = [
    ['GET', '/users/me', () => ({ data: { email: 'admin@example.com', first_name: 'Admin' } })],
    ['POST', '/users', ({ body }) => void readers.add(z.object({ token: z.string() }).parse(body).token)],
    ['POST', '/relations', () => ({ data: {} })],
    ['GET', '/permissions/me', permissions],
    ['GET', '/collections', listCollections],
    [
      'POST',
      '/collections',
      ({ body }) => {
        const { collection: name, meta, fields } = newCollection.parse(body)
        collections.set(name, { name, meta, fields, rows: new Map() })
      },
    ],
    ['DELETE', '/collections/:collection', ({ params }) => void collections.delete(params.collection ?? '')],
    [
      'GET',
      '/fields/:collection',
      (request) => ({ data: of(request).fields.map((field) => describeField(of(request), field)) }),
    ],
    ['POST', '/fields/:collection', (request) => void of(request).fields.push(fieldSchema.parse(request.body))],
    [
      'DELETE',
      '/fields/:collection/:field',
      (request) => {
        const collection = of(request)
        collection.fields = collection.fields.filter(({ field }) => field !== request.params.field)
      },
    ],
    ['GET', '/items/:collection', (request) => listItems(of(request), request)],
    ['POST', '/items/:collection', (request) => addItems(toChange(request), request)],
    ['PATCH', '/items/:collection', (request) => patchItems(toChange(request), request)],
    ['DELETE', '/items/:collection/:item', (request) => void of(request).rows.delete(request.params.item ?? '')],
    [
      'POST',
      '/files',
      () => {
        const id = `d0d0d0d0-0000-4000-8000-${String(files.size).padStart(12, '0')}`
        files.set(id, { id, filename_download: 'picture.png', type: 'image/png', filesize: '70' })
        return { data: { id } }
      },
    ],
  ]
  const api = await startFakeApi({
    routes,
    authorize(request) {
      if (tokenOf(request) !== admin && !readers.has(tokenOf(request)))
        throw refuse(401, 'INVALID_CREDENTIALS', 'Invalid user credentials.')
    },
    unknown: { errors: [{ message: "Route doesn't exist.", extensions: { code: 'ROUTE_NOT_FOUND' } }] },
  })
  return { ...api, token: admin }
}
