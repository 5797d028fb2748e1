import { z } from 'zod'
import { type FakeApi, FakeRejection, type FakeRequest, type Route, startFakeApi } from '#test/fakes/hosted/fake-api.ts'

interface Option {
  id: number
  value: string
}

export interface BaserowField {
  id: number
  name: string
  type: string
  primary: boolean
  options: Option[]
  /** Of a formula: makes the cell of a row. */
  formula?: (row: Row) => unknown
}

type Row = Record<string, unknown>

interface Table {
  id: number
  databaseId: number
  name: string
  fields: BaserowField[]
  rows: Map<number, Row>
}

interface UserFile {
  name: string
  original_name: string
  url: string
  size: number
  mime_type: string
}

const refuse = (status: number, error: string, detail: unknown = '') => new FakeRejection(status, { error, detail })

const anyRow = z.record(z.string(), z.unknown())
const batch = z.object({ items: z.array(anyRow) })

const numberPattern = /^-?\d+(\.\d+)?$/

/** What is stored of a value that a request gives. @throws the reason, as the validation of Baserow words it */
function stored(field: BaserowField, value: unknown, files: ReadonlyMap<string, UserFile>): unknown {
  const wrong = (text: string) =>
    refuse(400, 'ERROR_REQUEST_BODY_VALIDATION', { [`field_${field.id}`]: [{ error: text }] })
  if (field.type === 'file') {
    return z
      .array(z.looseObject({ name: z.string() }))
      .parse(value ?? [])
      .map((given) => {
        const file = files.get(given.name)
        if (file === undefined)
          throw refuse(400, 'ERROR_USER_FILE_DOES_NOT_EXIST', `The user files ${given.name} do not exist.`)
        return { ...file, visible_name: z.string().optional().parse(given.visible_name) ?? file.original_name }
      })
  }
  if (value === null) return null
  if (field.type === 'number') {
    if (!numberPattern.test(String(value))) throw wrong('A valid number is required.')
    return String(value)
  }
  if (field.type === 'boolean') return value === true
  if (field.type === 'single_select') {
    const option = field.options.find(({ id, value: name }) => id === value || name === value)
    if (option === undefined)
      throw wrong(`The provided select option value '${String(value)}' is not a valid select option.`)
    return option.id
  }
  if (typeof value !== 'string') throw wrong('Not a valid string.')
  return value
}

function shown(field: BaserowField, row: Row): unknown {
  if (field.formula !== undefined) return field.formula(row)
  const value = row[`field_${field.id}`] ?? null
  if (field.type === 'file') return value ?? []
  if (field.type === 'boolean') return value === true
  const option = field.type === 'single_select' ? field.options.find(({ id }) => id === value) : undefined
  return option === undefined ? value : { ...option, color: 'blue' }
}

const describeField = ({ id, name, type, primary, options, formula }: BaserowField, tableId: number) => ({
  id,
  table_id: tableId,
  name,
  order: id,
  type,
  primary,
  read_only: formula !== undefined,
  ...(type === 'single_select' ? { select_options: options.map((option) => ({ ...option, color: 'blue' })) } : {}),
  ...(formula === undefined ? {} : { formula_type: 'text', formula: '…' }),
})

export interface FakeBaserow extends FakeApi {
  token: string
  /** May read and change nothing. */
  readToken: string
  /** Forgets the tokens. */
  revoke(): void
  addTable(databaseId: number, name: string, fields: readonly Omit<BaserowField, 'id' | 'primary'>[]): Table
  addRows(table: Table, rows: readonly Record<string, unknown>[]): void
  removeTable(table: Table): void
}

/** Baserow's API for rows in memory, as its documentation describes it. */
export async function startFakeBaserow(): Promise<FakeBaserow> {
  let made = 100
  const tokens = new Map([
    ['baserow-token', true],
    ['baserow-read-token', false],
  ])
  const tables = new Map<number, Table>()
  const files = new Map<string, UserFile>()

  const tableOf = ({ params }: FakeRequest): Table => {
    const table = tables.get(Number(params.table))
    if (table === undefined) throw refuse(404, 'ERROR_TABLE_DOES_NOT_EXIST', 'The requested table does not exist.')
    return table
  }
  const rowOf = ({ fields }: Table, id: number, row: Row, include: string | null = null) => {
    const named = include === null ? fields : fields.filter((field) => include.split(',').includes(`field_${field.id}`))
    return {
      id,
      order: `${id}.00000000000000000000`,
      ...Object.fromEntries(named.map((field) => [`field_${field.id}`, shown(field, row)])),
    }
  }
  const list = (request: FakeRequest) => {
    const table = tableOf(request)
    const { query } = request
    const size = Number(query.get('size') ?? 100)
    const page = Number(query.get('page') ?? 1)
    if (size > 200) throw refuse(400, 'ERROR_PAGE_SIZE_LIMIT', 'The page size is limited to 200.')
    const all = [...table.rows]
    const rows = all.slice((page - 1) * size, page * size)
    if (page > 1 && rows.length === 0) throw refuse(400, 'ERROR_INVALID_PAGE', 'Invalid page.')
    const more = all.length > page * size
    const results = rows.map(([id, row]) => rowOf(table, id, row, query.get('include')))
    return {
      count: all.length,
      next: more ? `http://baserow.example${request.path}?page=${page + 1}` : null,
      previous: null,
      results,
    }
  }
  const read = (request: FakeRequest) => {
    const table = tableOf(request)
    const id = Number(request.params.row)
    const row = table.rows.get(id)
    if (row === undefined) throw refuse(404, 'ERROR_ROW_DOES_NOT_EXIST', 'The requested row does not exist.')
    return rowOf(table, id, row)
  }
  const update = (request: FakeRequest) => {
    const table = tableOf(request)
    if (tokens.get(tokenOf(request)) !== true)
      throw refuse(401, 'ERROR_NO_PERMISSION_TO_TABLE', 'The token does not have permissions to the table.')
    const { items } = batch.parse(request.body)
    if (items.length === 0) throw refuse(400, 'ERROR_REQUEST_BODY_VALIDATION', { items: [{ code: 'min_length' }] })
    if (items.length > 200) throw refuse(400, 'ERROR_REQUEST_BODY_VALIDATION', { items: [{ code: 'max_length' }] })
    const changed = items.map((item): [number, Row] => {
      const id = Number(item.id)
      const row = table.rows.get(id)
      if (row === undefined) throw refuse(404, 'ERROR_ROW_DOES_NOT_EXIST', 'The requested row does not exist.')
      const given = table.fields.filter(
        (field) => field.formula === undefined && Object.hasOwn(item, `field_${field.id}`),
      )
      const cells = given.map((field) => [`field_${field.id}`, stored(field, item[`field_${field.id}`], files)])
      return [id, { ...row, ...Object.fromEntries(cells) }]
    })
    for (const [id, row] of changed) table.rows.set(id, row)
    return { items: changed.map(([id, row]) => rowOf(table, id, row)) }
  }
  const store = (originalName: string, size: number): UserFile => {
    const name = `file${++made}.png`
    const file = {
      name,
      original_name: originalName,
      url: `http://127.0.0.1/media/${name}`,
      size,
      mime_type: 'image/png',
    }
    files.set(name, file)
    return file
  }
  const fetchFile = ({ body }: FakeRequest) => {
    const { url } = z.object({ url: z.string() }).parse(body)
    if (url.includes('broken'))
      throw refuse(400, 'ERROR_FILE_URL_COULD_NOT_BE_REACHED', 'The provided URL could not be reached.')
    return store('fetched.png', 70)
  }
  const upload = ({ raw }: FakeRequest) => {
    const text = new TextDecoder('latin1').decode(raw)
    const start = text.indexOf('\r\n\r\n') + 4
    return store(/filename="([^"]*)"/.exec(text)?.[1] ?? 'file', text.lastIndexOf('\r\n--') - start)
  }
  const tokenOf = ({ headers }: FakeRequest) => headers.authorization?.replace(/^Token /, '') ?? ''
  const routes: readonly Route[] = [
    [
      'GET',
      '/api/database/tables/all-tables/',
      () => [...tables.values()].map(({ id, name, databaseId }) => ({ id, name, order: id, database_id: databaseId })),
    ],
    [
      'GET',
      '/api/database/fields/table/:table/',
      (request) => tableOf(request).fields.map((field) => describeField(field, tableOf(request).id)),
    ],
    ['GET', '/api/database/rows/table/:table/', list],
    ['GET', '/api/database/rows/table/:table/:row/', read],
    ['PATCH', '/api/database/rows/table/:table/batch/', update],
    ['POST', '/api/user-files/upload-file/', upload],
    ['POST', '/api/user-files/upload-via-url/', fetchFile],
  ]
  const api = await startFakeApi({
    routes,
    authorize(request) {
      if (!tokens.has(tokenOf(request)))
        throw refuse(401, 'ERROR_TOKEN_DOES_NOT_EXIST', 'The provided token does not exist.')
    },
    unknown: { detail: 'Not found.' },
  })
  return {
    ...api,
    token: 'baserow-token',
    readToken: 'baserow-read-token',
    revoke: () => tokens.clear(),
    addTable(databaseId, name, fields) {
      const given = fields.map((field, index) => ({ ...field, id: ++made, primary: index === 0 }))
      const table: Table = { id: ++made, databaseId, name, fields: given, rows: new Map() }
      tables.set(table.id, table)
      return table
    },
    addRows(table, rows) {
      for (const row of rows) {
        const cells = table.fields.flatMap((field) =>
          Object.hasOwn(row, field.name) ? [[`field_${field.id}`, stored(field, row[field.name], files)]] : [],
        )
        table.rows.set(table.rows.size + 1, Object.fromEntries(cells))
      }
    },
    removeTable: (table) => void tables.delete(table.id),
  }
}
