import type { MappingEntry } from '@pictable/model/mapping'
import type { TemplateValue } from '@pictable/model/value'
import type { Field, FieldValue, SourceRecord } from '#core/ports/source.ts'
import { findNamed, shortened } from '#core/words.ts'

/** Where a name bound in the template gets its value from. */
export interface Binding {
  name: string
  from: { field: Field } | { value: TemplateValue }
}

export type Fields = Readonly<Record<string, FieldValue>>

/** The field by its id, else by its last known name. */
export function findField(fields: readonly Field[], ref: { id: string; name: string }): Field | undefined {
  return fields.find(({ id }) => id === ref.id) ?? fields.find(({ name }) => name === ref.name)
}

/**
 * The source of each bound name: its entry in the mapping, else the field of the same name.
 * @returns the bindings, and the names that nothing fills
 */
export function bindNames(
  names: Iterable<string>,
  mapping: Readonly<Record<string, MappingEntry>>,
  fields: readonly Field[],
): { bindings: Binding[]; unbound: string[] } {
  const bindings: Binding[] = []
  const unbound: string[] = []
  for (const name of new Set(names)) {
    const entry = Object.hasOwn(mapping, name) ? mapping[name] : undefined
    if (entry !== undefined && 'value' in entry) {
      bindings.push({ name, from: entry })
      continue
    }
    const field = entry === undefined ? findNamed(fields, name) : findField(fields, entry.field)
    if (field === undefined) unbound.push(name)
    else bindings.push({ name, from: { field } })
  }
  return { bindings, unbound }
}

/** Whether nothing stands in the cell. */
export function isEmptyCell(value: FieldValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A cell as it counts: nothing is null, and a box that tables leave out when it is not ticked is false. */
function cellOf(field: Field, record: SourceRecord): FieldValue {
  const value = record.fields[field.id] ?? null
  if (field.kind === 'checkbox') return value ?? false
  return isEmptyCell(value) ? null : value
}

/** The record's values by bound name: all that a run keeps of a record. */
export function bindRecord(bindings: readonly Binding[], record: SourceRecord): Fields {
  return Object.fromEntries(
    bindings.map(({ name, from }) => [name, 'value' in from ? from.value : cellOf(from.field, record)]),
  )
}

/** A cell as the template takes it: pictures by their address, lists joined by commas. */
export function templateValueOf(value: FieldValue): TemplateValue {
  if (value === null || typeof value !== 'object') return value
  if ('json' in value) return typeof value.json === 'string' ? value.json : JSON.stringify(value.json)
  const [first] = value
  if (first === undefined) return null
  if (typeof first === 'object' && 'url' in first) return first.url
  return value.map((item) => (typeof item === 'string' ? item : 'label' in item ? item.label : '')).join(', ')
}

/** The values that the template is filled with. */
export function mapRecord(fields: Fields): Record<string, TemplateValue> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, templateValueOf(value)]))
}

/** What people know the record by. */
export function labelOf(record: SourceRecord, primary: Field | undefined): string {
  const value = primary === undefined ? null : templateValueOf(record.fields[primary.id] ?? null)
  return value === null ? '' : shortened(String(value), 200)
}
