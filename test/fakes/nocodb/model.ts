/** What the fake keeps. Its answers are held to those that were recorded from the real server (`replay.test.ts`). */
export interface FakeField {
  id: string
  title: string
  /** Its first name, which NocoDB still knows when it was renamed, and then answers nothing. */
  columnName: string
  type: string
  options: Readonly<Record<string, unknown>>
}

export interface FakeView {
  id: string
  title: string
  /** 3 = grid, 1 = form. */
  type: number
  filters: { field_id: string; value: string }[]
  sorts: { field_id: string }[]
  hidden: Set<string>
}

export interface FakeRecord {
  id: number
  createdAt: string
  updatedAt: string | null
  /** By field id, as version 3 of the API answers. */
  cells: Map<string, unknown>
}

export interface FakeHook {
  id: string
  active: boolean
  operation: string[]
  path: string
  headers: { name: string; value: string }[]
  /** Only writes of these fields; null = all. */
  fields: string[] | null
  raw: Record<string, unknown>
}

export interface FakeTable {
  id: string
  baseId: string
  title: string
  fields: FakeField[]
  views: FakeView[]
  records: FakeRecord[]
  hooks: FakeHook[]
  nextId: number
}

export interface FakeBase {
  id: string
  title: string
  tables: FakeTable[]
}

export interface FakeFile {
  bytes: Uint8Array
  contentType: string
}

export interface FakeSettings {
  /** The most records of a page, whatever is asked for. */
  pageMax: number
  /** Records that one request may add. */
  createMax: number
  /** Origins from which files are fetched: as the real server, none of a private network by default. */
  fetchFrom: readonly string[]
  /** A server from before version 3 of the API. */
  isOld: boolean
}

export interface FakeWorld {
  settings: FakeSettings
  token: string
  /** Tokens of users who may only look. */
  viewers: Set<string>
  bases: FakeBase[]
  /** By path. */
  files: Map<string, FakeFile>
  /** Deliveries of hooks under way. */
  underWay: Set<Promise<unknown>>
  newId(prefix: string): string
}

/** An answer that is not 200. */
export class FakeError extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

export const refuse = (status: number, error: string, message: string): FakeError =>
  new FakeError(status, { error, message })

/** What the fake does not know it does not answer, so that no test passes by accident. */
export const unsupported = (what: string): FakeError => refuse(501, 'FAKE_UNSUPPORTED', what)

export const allTables = ({ bases }: FakeWorld): FakeTable[] => bases.flatMap(({ tables }) => tables)

/** Version 2 answers 404 and version 3 answers 422 to what is gone. */
export function tableById(world: FakeWorld, id: string, version: 2 | 3): FakeTable {
  const table = allTables(world).find((each) => each.id === id)
  if (table) return table
  throw refuse(version === 2 ? 404 : 422, 'ERR_TABLE_NOT_FOUND', `Table '${id}' not found`)
}

export function baseById({ bases }: FakeWorld, id: string): FakeBase {
  const base = bases.find((each) => each.id === id)
  if (base) return base
  throw refuse(422, 'ERR_BASE_NOT_FOUND', `Base '${id}' not found`)
}

export const keyField = ({ fields }: FakeTable): FakeField => {
  const key = fields.find(({ type }) => type === 'ID')
  if (key) return key
  throw unsupported('a table without Id')
}

/** The field that people know records by: the first after the id. */
export const displayField = ({ fields }: FakeTable): FakeField | undefined => fields.find(({ type }) => type !== 'ID')

/** `2026-01-02 03:04:05+00:00` */
export const stamp = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')}+00:00`
