import type { OtherTemplate } from '@pictable/model/template-by'
import type { Action } from '#dashboard/api/types.ts'

export interface ValueRow {
  value: string
  /** Empty until one is chosen. */
  template_id: string
}

/** Which records of an output get another template, while it is changed: the field by its id. */
export interface TemplateByDraft {
  field: string
  rows: readonly ValueRow[]
  otherwise: OtherTemplate
}

type Saved = Action['outputs'][number]['template_by']

export function templateByDraft(saved: Saved | undefined): TemplateByDraft | null {
  if (!saved) return null
  const { field, templates, otherwise } = saved
  const rows = Object.entries(templates).map(([value, template_id]) => ({ value, template_id }))
  return { field: field.id, rows, otherwise }
}

/** The row before this one that has its value; -1 for none. */
export function sameRow(rows: readonly ValueRow[], index: number): number {
  const value = rows[index]?.value.trim() ?? ''
  return value === '' ? -1 : rows.slice(0, index).findIndex((row) => row.value.trim() === value)
}

/**
 * By what a row is named in the body: by its value. One with the value of a row before it differs by spaces, which do not
 * count, so that the API refuses the two.
 */
export function rowKey(rows: readonly ValueRow[], index: number): string {
  const value = rows[index]?.value.trim() ?? ''
  const before = rows.slice(0, index).filter((row) => row.value.trim() === value)
  return value + ' '.repeat(before.length)
}

/** As the API takes it. */
export function templateByBody({ field, rows, otherwise }: TemplateByDraft) {
  const templates = Object.fromEntries(rows.map(({ template_id }, index) => [rowKey(rows, index), template_id]))
  return { field, templates, otherwise }
}

/** What of it is complete, for pictures and records while the rest is typed; null when that is nothing. */
export function completeTemplateBy(draft: TemplateByDraft | null): TemplateByDraft | null {
  const rows = draft?.rows.filter(({ value, template_id }) => value.trim() !== '' && template_id !== '') ?? []
  return draft === null || draft.field === '' || rows.length === 0 ? null : { ...draft, rows }
}

/** The templates that values name. */
export function templatesByValue(draft: TemplateByDraft | null): string[] {
  return draft?.rows.flatMap(({ template_id }) => (template_id === '' ? [] : [template_id])) ?? []
}
