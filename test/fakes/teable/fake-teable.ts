import { z } from 'zod'
import { type FakeApi, FakeRejection, type FakeRequest, type Route, startFakeApi } from '#test/fakes/hosted/fake-api.ts'

export interface TeableField {
  id: string
  name: string
  type: string
  isPrimary?: boolean
  options?: unknown
  /** Of a formula: makes the cell of a record. */
  formula?: (cells: Cells) => unknown
}

type Cells = Record<string, unknown>

export interface TeableTable {
  id: string
  baseId: string
  name: string
  fields: TeableField[]
  records: Map<string, Cells>
  views: { id: string; name: string; type: string; shows?: (cells: Cells) => boolean }[]
}

const refuse = (status: number, code: string, message: string) => new FakeRejection(status, { message, status, code })

const patch = z.object({
  fieldKeyType: z.literal('id'),
  typecast: z.boolean().optional(),
  records: z.array(z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()) })),
})

/** Values are checked, because nothing is cast. */
function assertFits({ type, name, options }: TeableField, value: unknown): void {
  const wrong = () => refuse(400, 'validation_error', `Cannot parse value: ${JSON.stringify(value)} of field: ${name}`)
  if (value === null) return
  if (type === 'number' && typeof value !== 'number') throw wrong()
  if (type === 'longText' && typeof value !== 'string') throw wrong()
  const choices = z.object({ choices: z.array(z.object({ name: z.string() })) }).safeParse(options)
  if (type === 'singleSelect' && !choices.data?.choices.some((choice) => choice.name === value)) throw wrong()
}

const describeField = ({ formula, ...field }: TeableField) => ({
  ...field,
  cellValueType: field.type === 'number' ? 'number' : 'string',
  isMultipleCellValue: false,
  ...(formula === undefined ? {} : { isComputed: true }),
})

/** A longer list in a query may reach the product as an object. */
const MAX_LIST = 20

function projected({ id, fields }: { id: string; fields: Cells }, names: readonly string[]) {
  if (names.length > MAX_LIST) throw refuse(400, 'validation_error', 'Expected array, received object at "projection"')
  const shown = Object.entries(fields).filter(([name]) => names.length === 0 || names.includes(name))
  return { id, fields: Object.fromEntries(shown) }
}

export interface FakeTeable extends FakeApi {
  token: string
  readToken: string
  addTable(
    table: Pick<TeableTable, 'baseId' | 'name' | 'views'> & { fields: readonly Omit<TeableField, 'id'>[] },
  ): TeableTable
  addRecords(table: TeableTable, records: readonly Cells[]): void
  removeTable(table: TeableTable): void
}

/** Teable's API for records in memory, as its published routes describe it. */
export async function startFakeTeable(): Promise<FakeTeable> {
  let made = 0
  const newId = (prefix: string) => `${prefix}${String(++made).padStart(16, '0')}`
  const tokens = new Map([
    ['teable-token', true],
    ['teable-read-token', false],
  ])
  const tables = new Map<string, TeableTable>()
  const tokenOf = ({ headers }: FakeRequest) => headers.authorization?.replace(/^Bearer /, '') ?? ''
  const of = ({ params: { table = '' } }: FakeRequest): TeableTable => {
    const found = tables.get(table)
    if (found !== undefined) return found
    throw table.startsWith('tbl')
      ? refuse(404, 'not_found', `Invalid tableId: ${table}`)
      : refuse(403, 'restricted_resource', 'Request path is not valid')
  }
  const recordOf = ({ fields }: TeableTable, id: string, cells: Cells) => {
    const formulas = fields.flatMap((field) => (field.formula ? [[field.id, field.formula(cells)]] : []))
    const all = { ...cells, ...Object.fromEntries(formulas) }
    const filled = fields.flatMap(({ id: key }) =>
      all[key] === null || all[key] === undefined ? [] : [[key, all[key]]],
    )
    return { id, fields: Object.fromEntries(filled) }
  }
  const list = (request: FakeRequest) => {
    const table = of(request)
    const { query } = request
    const take = Number(query.get('take') ?? 100)
    if (take > 2000)
      throw refuse(400, 'validation_error', "Can't take more than 2000 records, please reduce take count")
    const viewId = query.get('ignoreViewQuery') === 'true' ? null : (query.get('viewId') ?? table.views[0]?.id ?? null)
    const shows = table.views.find(({ id }) => id === viewId)?.shows ?? (() => true)
    const selected = query.getAll('selectedRecordIds[]')
    if (selected.some((id) => !id.startsWith('rec')))
      throw refuse(400, 'validation_error', 'Invalid input: must start with "rec"')
    const found = [...table.records].filter(
      ([id, cells]) => shows(cells) && (selected.length === 0 || selected.includes(id)),
    )
    const skip = Number(query.get('skip') ?? 0)
    const records = found.slice(skip, skip + take).map(([id, cells]) => recordOf(table, id, cells))
    return { records: records.map((record) => projected(record, query.getAll('projection[]'))) }
  }
  const update = (request: FakeRequest) => {
    if (tokens.get(tokenOf(request)) !== true)
      throw refuse(403, 'restricted_resource', `not allowed to operate record|update on ${request.params.table}`)
    const table = of(request)
    const { records } = patch.parse(request.body)
    const changed = records.map(({ id, fields }): [string, Cells] => {
      for (const [key, value] of Object.entries(fields)) {
        const field = table.fields.find((each) => each.id === key)
        if (field === undefined) throw refuse(400, 'validation_error', 'some fields not found')
        assertFits(field, value)
      }
      const cells = table.records.get(id)
      if (cells === undefined) throw refuse(404, 'not_found', `Record ${id} not found`)
      return [id, { ...cells, ...fields }]
    })
    for (const [id, cells] of changed) table.records.set(id, cells)
    return changed.map(([id, cells]) => recordOf(table, id, cells))
  }
  const listTables = ({ params: { base = '' } }: FakeRequest) => {
    if (!base.startsWith('bse')) throw refuse(403, 'restricted_resource', 'Request path is not valid')
    const found = [...tables.values()].filter(({ baseId }) => baseId === base)
    if (found.length === 0) throw refuse(404, 'not_found', 'Base not found')
    return found.map(({ id, name }) => ({ id, name }))
  }
  const listBases = () =>
    [...new Set([...tables.values()].map(({ baseId }) => baseId))].map((id) => ({ id, name: `Base ${id}` }))
  const routes: readonly Route[] = [
    ['GET', '/api/base/access/all', listBases],
    ['GET', '/api/base/:base/table', listTables],
    ['GET', '/api/table/:table/view', (request) => of(request).views.map(({ shows, ...view }) => view)],
    ['GET', '/api/table/:table/field', (request) => of(request).fields.map(describeField)],
    ['GET', '/api/table/:table/record', list],
    ['PATCH', '/api/table/:table/record', update],
  ]
  const api = await startFakeApi({
    routes,
    authorize(request) {
      if (!tokens.has(tokenOf(request))) throw refuse(401, 'unauthorized', 'Unauthorized')
    },
    unknown: { message: 'Cannot find the route', status: 404, code: 'not_found' },
  })
  return {
    ...api,
    token: 'teable-token',
    readToken: 'teable-read-token',
    addTable({ fields, ...about }) {
      const given = fields.map((field, index) => ({
        ...field,
        id: newId('fld'),
        ...(index === 0 && { isPrimary: true }),
      }))
      const table: TeableTable = { ...about, id: newId('tbl'), fields: given, records: new Map() }
      tables.set(table.id, table)
      return table
    },
    addRecords(table, records) {
      for (const record of records) {
        const cells = table.fields.flatMap(({ id, name }) => (Object.hasOwn(record, name) ? [[id, record[name]]] : []))
        table.records.set(newId('rec'), Object.fromEntries(cells))
      }
    },
    removeTable: (table) => void tables.delete(table.id),
  }
}
