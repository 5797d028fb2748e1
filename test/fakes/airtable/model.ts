import type { FormulaNode } from './formula/parse-formula.ts'

/** A field as the metadata API shows it. */
export interface Field {
  id: string
  name: string
  type: string
  description?: string
  options?: Record<string, unknown>
}

export interface Sort {
  fieldId: string
  direction: 'asc' | 'desc'
}

export interface View {
  id: string
  name: string
  type: string
  filter: FormulaNode | null
  sort: Sort[]
  hiddenFieldIds: ReadonlySet<string>
}

export interface StoredRecord {
  id: string
  createdTime: string
  createdBy: User
  autoNumber: number
  commentCount: number
  /** By field id. A value under a computed field stands instead of what would be computed. */
  cells: Map<string, unknown>
  /** When and by whom each field was written last. */
  modified: Map<string, { atMs: number; by: User }>
}

export interface Table {
  id: string
  base: Base
  name: string
  description?: string
  fields: Field[]
  views: View[]
  records: Map<string, StoredRecord>
  nextAutoNumber: number
}

export interface Base {
  id: string
  name: string
  tables: Table[]
  webhooks: Webhook[]
  transactions: number
}

export interface User {
  id: string
  email: string
  name: string
}

export type Permission = 'read' | 'comment' | 'edit' | 'create'

export interface Token {
  secret: string
  kind: 'pat' | 'oauth'
  user: User
  scopes: ReadonlySet<string>
  /** Ids, or null for every base. */
  bases: ReadonlySet<string> | null
  permission: Permission
}

export interface StoredFile {
  id: string
  filename: string
  /** Null until the bytes are there. */
  content: { bytes: Buffer; type: string; width?: number; height?: number } | null
  sourceUrl: string | null
}

/** One listing that is being paged through. */
export interface Iteration {
  tableId: string
  recordIds: string[]
  expiresAtMs: number
}

export interface WebhookFilters {
  dataTypes: ('tableData' | 'tableFields' | 'tableMetadata')[]
  recordChangeScope?: string | undefined
  changeTypes?: ('add' | 'remove' | 'update')[] | undefined
  fromSources?: string[] | undefined
  watchDataInFieldIds?: string[] | undefined
  watchSchemasOfFieldIds?: string[] | undefined
}

export interface WebhookSpecification {
  options: {
    filters: WebhookFilters
    includes?:
      | {
          includeCellValuesInFieldIds?: string[] | 'all' | undefined
          includePreviousCellValues?: boolean | undefined
          includePreviousFieldDefinitions?: boolean | undefined
        }
      | undefined
  }
}

export interface Webhook {
  id: string
  notificationUrl: string | null
  specification: WebhookSpecification
  secret: Buffer
  oauth: boolean
  expiresAtMs: number
  notificationsEnabled: boolean
  payloads: { cursor: number; createdAtMs: number; body: Record<string, unknown> }[]
  nextCursor: number
  lastSuccessMs: number | null
  lastResult: Record<string, unknown> | null
}

/** Who does something, and through which door. */
export interface Actor {
  source: 'client' | 'publicApi'
  user: User
  permission: Permission
}

const byIdOrName = <T extends { id: string; name: string }>(things: readonly T[], idOrName: string): T | undefined =>
  things.find(({ id }) => id === idOrName) ?? things.find(({ name }) => name === idOrName)

export const findTable = (base: Base, idOrName: string): Table | undefined => byIdOrName(base.tables, idOrName)
export const findField = (table: Table, idOrName: string): Field | undefined => byIdOrName(table.fields, idOrName)
export const findView = (table: Table, idOrName: string): View | undefined => byIdOrName(table.views, idOrName)
