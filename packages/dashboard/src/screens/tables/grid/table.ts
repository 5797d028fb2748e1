import type { CallAnswer, CallInput, Contract } from '@pictable/client'
import { type TableFieldKind, tableFieldKinds } from '@pictable/model/field'

export type TableJson = CallAnswer<Contract['tables']['get']>
export type FieldJson = TableJson['fields'][number]
export type RowJson = CallAnswer<Contract['tables']['row']>
type ChangeJson = NonNullable<CallInput<Contract['tables']['update']>['body']>

/** A field in a request: one that is there has its id. */
export type DraftFields = NonNullable<ChangeJson['fields']>
export type DraftViews = NonNullable<ChangeJson['views']>

export function isFieldKind(kind: string): kind is TableFieldKind {
  return tableFieldKinds.some((known) => known === kind)
}
