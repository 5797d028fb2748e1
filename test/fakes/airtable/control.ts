import { randomBytes } from 'node:crypto'
import { startFetches, storeFile } from './attachments.ts'
import type { Failing, Faults, LoggedRequest } from './faults.ts'
import { createId } from './ids.ts'
import type { Limits } from './limits.ts'
import {
  type Actor,
  type Base,
  type Field,
  findField,
  findTable,
  type Permission,
  type StoredRecord,
  type Table,
  type View,
} from './model.ts'
import {
  addTable,
  buildField,
  buildView,
  type FieldDraft,
  formulaFor,
  type TableDraft,
  type ViewDraft,
} from './schema.ts'
import { type Change, publishChanges } from './webhook-payload.ts'
import { type Settings, tableById, type World } from './world.ts'
import { type Cells, deleteRecords, insertRecord, writeRecords } from './write-records.ts'

export interface TokenDraft {
  kind?: 'pat' | 'oauth'
  scopes?: readonly string[]
  /** Without, the token reaches every base. */
  bases?: readonly Base[]
  permission?: Permission
  user?: { name: string; email: string }
}

export interface Counters {
  total: number
  byKind: Readonly<Record<string, number>>
  rateLimited: number
  quotaRefused: number
  /** Calls of this month that were not refused. */
  month: number
  /** The largest number of requests that any sliding window has seen, refused ones too. */
  largest: { perBase: number; perToken: number }
}

const allScopes = [
  'data.records:read',
  'data.records:write',
  'schema.bases:read',
  'schema.bases:write',
  'webhook:manage',
  'user.email:read',
]

interface Parts {
  world: World
  faults: Faults
  limits: Limits
  log: LoggedRequest[]
}

export type Control = ReturnType<typeof createControl>

/** What people do in Airtable's own screens, and what only a test can: see, break and hurry. */
export function createControl({ world, faults, limits, log }: Parts) {
  return {
    ...dataControl(world),
    ...schemaControl(world),

    /** Makes a token and gives its secret. Without options it may do everything. */
    createToken(draft: TokenDraft = {}): string {
      const secret = `${createId('pat')}.${randomBytes(32).toString('hex')}`
      const { name, email } = draft.user ?? { name: 'Ada Example', email: 'ada@example.com' }
      world.tokens.set(secret, {
        secret,
        kind: draft.kind ?? 'pat',
        user: { id: createId('usr'), email, name },
        scopes: new Set(draft.scopes ?? allScopes),
        bases: draft.bases ? new Set(draft.bases.map(({ id }) => id)) : null,
        permission: draft.permission ?? 'create',
      })
      return secret
    },
    revokeToken: (secret: string): void => void world.tokens.delete(secret),

    /** The next requests that match meet a fault. */
    fail: (failing: Failing): void => faults.add(failing),
    stopFailing: (): void => faults.clear(),

    /** Changes limits, lives and caps from now on. */
    set: (settings: Partial<Settings>): void => void Object.assign(world.settings, settings),
    expireIterators: (): void => world.iterations.clear(),
    expireAttachmentUrls(): void {
      world.urlSecret = randomBytes(32)
    },
    /** Fetches what `attachmentFetch: 'manual'` has left pending. */
    async fetchAttachments(): Promise<void> {
      startFetches(world)
      await Promise.all(world.underWay)
    },
    /** Waits until every fetch and ping is done. */
    async settled(): Promise<void> {
      while (world.underWay.size > 0) await Promise.all(world.underWay)
    },

    /** Every request in order, those that met a fault or a limit too. */
    requests: (): readonly LoggedRequest[] => log,
    /** When every request for a base arrived, in milliseconds since 1970. */
    arrivals: ({ id }: Base): readonly number[] => limits.arrivals(id),
    refusedPings: (): readonly string[] => world.refusedPings,
    counters(): Counters {
      const byKind: Record<string, number> = {}
      for (const { kind } of log) byKind[kind] = (byKind[kind] ?? 0) + 1
      return { total: log.length, byKind, ...limits.used, largest: limits.largest() }
    },
  }
}

/** A person at the screen. */
const person: Actor = {
  source: 'client',
  user: { id: createId('usr'), email: 'grace@example.com', name: 'Grace Example' },
  permission: 'create',
}

function dataControl(world: World) {
  return {
    /**
     * Puts records in without validation: any value, also under a computed field, where it stands instead of what would
     * be computed. Names of fields or ids.
     */
    addRecords(
      table: Table,
      drafts: readonly Cells[] | { count: number; make: (index: number) => Cells },
    ): StoredRecord[] {
      const all = 'make' in drafts ? Array.from({ length: drafts.count }, (_, index) => drafts.make(index)) : drafts
      const ids = new Map(
        table.fields.flatMap(({ id, name }) => [
          [name, id],
          [id, id],
        ]),
      )
      const changes: Change[] = []
      const records = all.map((draft) => {
        const cells = new Map(Object.entries(draft).map(([name, value]) => [ids.get(name) ?? name, value]))
        return insertRecord(world, table, { cells, actor: person, changes })
      })
      publishChanges(world, table.base, { changes, actor: person })
      return records
    },
    /** A file for a cell of attachments: `{ Photo: [control.addFile(…)] }`. */
    addFile: (file: { filename: string; type: string; bytes: Buffer }): string => storeFile(world, file),
    /** As a person writes it: validated, told to webhooks as `client`. */
    changeRecord(table: Table, record: StoredRecord, fields: Cells): void {
      const options = { typecast: false, replace: false, actor: person }
      writeRecords(world, table, { writes: [{ record, fields }], options })
    },
    deleteRecord: (table: Table, record: StoredRecord): void =>
      deleteRecords(world, table, { records: [record], actor: person }),
  }
}

function schemaControl(world: World) {
  const tell = (base: Base, change: Change): void => publishChanges(world, base, { changes: [change], actor: person })

  return {
    createBase(name: string): Base {
      const base: Base = { id: createId('app'), name, tables: [], webhooks: [], transactions: 0 }
      world.bases.push(base)
      return base
    },
    createTable: (base: Base, draft: TableDraft): Table => addTable(base, draft),
    field(table: Table, name: string): Field {
      const field = findField(table, name)
      if (!field) throw new Error(`The table ${table.name} has no field ${name}`)
      return field
    },
    table(base: Base, name: string): Table {
      const table = findTable(base, name) ?? tableById(base, name)
      if (!table) throw new Error(`The base ${base.name} has no table ${name}`)
      return table
    },
    renameTable(table: Table, name: string): void {
      const previous = { name: table.name, description: table.description ?? null }
      table.name = name
      tell(table.base, { kind: 'table', table, way: 'update', previous })
    },
    deleteTable(table: Table): void {
      table.base.tables = table.base.tables.filter((one) => one !== table)
      tell(table.base, { kind: 'table', table, way: 'remove', previous: {} })
    },
    addField(table: Table, draft: FieldDraft): Field {
      const field = buildField(draft)
      table.fields.push(field)
      const current = { name: field.name, type: field.type }
      tell(table.base, { kind: 'field', table, way: 'add', fieldId: field.id, current, previous: {} })
      return field
    },
    renameField(table: Table, field: Field, name: string): void {
      const previous = { name: field.name }
      field.name = name
      tell(table.base, { kind: 'field', table, way: 'update', fieldId: field.id, current: { name }, previous })
    },
    /** Another type under the same id; the cells stay as they are. */
    retypeField(table: Table, field: Field, type: string): void {
      const previous = { type: field.type }
      field.type = type
      tell(table.base, { kind: 'field', table, way: 'update', fieldId: field.id, current: { type }, previous })
    },
    deleteField(table: Table, field: Field): void {
      table.fields = table.fields.filter((one) => one !== field)
      for (const record of table.records.values()) record.cells.delete(field.id)
      tell(table.base, { kind: 'field', table, way: 'remove', fieldId: field.id, current: {}, previous: {} })
    },
    addView(table: Table, draft: ViewDraft): View {
      const view = buildView(table, draft)
      table.views.push(view)
      return view
    },
    renameView(view: View, name: string): void {
      view.name = name
    },
    filterView(table: Table, view: View, filter: string | null): void {
      view.filter = filter === null ? null : formulaFor(table, filter)
    },
    deleteView(table: Table, view: View): void {
      table.views = table.views.filter((one) => one !== view)
    },
  }
}
