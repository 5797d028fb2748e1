import type { CallAnswer, CallInput, Contract } from '@pictable/client'

export type TableJson = CallAnswer<Contract['tables']['get']>
export type FieldJson = TableJson['fields'][number]
export type RowJson = CallAnswer<Contract['tables']['row']>
type ChangeJson = NonNullable<CallInput<Contract['tables']['update']>['body']>

/** A field in a request: one that is there has its id. */
export type DraftFields = { id?: string; name: string; kind: FieldKind }[]
export type DraftViews = NonNullable<ChangeJson['views']>

/** What a field of a table of our own can hold, in the order in which people look for them. */
export const fieldKinds = [
  'text',
  'rich_text',
  'number',
  'checkbox',
  'date',
  'date_time',
  'single_select',
  'multi_select',
  'attachments',
  'url',
  'json',
] as const

export type FieldKind = (typeof fieldKinds)[number]

export function isFieldKind(kind: string): kind is FieldKind {
  return fieldKinds.some((known) => known === kind)
}
