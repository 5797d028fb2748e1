import type { FieldKind } from '@pictable/model/field'
import type { FieldFormat } from '@pictable/model/field-format'
import type { SortDirection, ViewOperator } from '@pictable/model/table'
import type { FieldValue } from '#core/ports/source.ts'

export interface TableField {
  id: string
  name: string
  kind: FieldKind
  /** How its values are shown; those of a currency may also be written with it. */
  format?: FieldFormat
  /** Of a link: the table whose rows its cells name by their ids. */
  linkedTableId?: string
}

/** A record passes when every filter holds. */
export interface TableFilter {
  fieldId: string
  operator: ViewOperator
  value?: string | number | boolean
}

export interface TableView {
  id: string
  name: string
  filters: readonly TableFilter[]
  sort: { fieldId: string; direction: SortDirection } | null
}

/** A table of Pictable's own. The first field is the primary one. */
export interface Table {
  id: string
  name: string
  fields: readonly TableField[]
  views: readonly TableView[]
  revision: number
  createdAt: Date
  updatedAt: Date
}

export interface TableRow {
  id: string
  /** Order in the table. */
  position: number
  /** By field id. A link is read with the titles of the rows that are there, and written as their ids. */
  fields: Readonly<Record<string, FieldValue>>
  createdAt: Date
  updatedAt: Date
}
