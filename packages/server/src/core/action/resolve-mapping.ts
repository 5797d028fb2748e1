import type { MappingEntry, MappingEntryOf } from '@pictable/model/mapping'
import { variablesOf } from '@pictable/renderer/template'
import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import type { Field } from '#core/ports/source.ts'
import type { Listing } from '#core/run/find-listing.ts'
import { type Binding, bindNames } from '#core/run/map-record.ts'
import { type RequiredName, requiredNames } from '#core/template/required-names.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { listed } from '#core/words.ts'
import { findFieldOr, type Present } from './find-field.ts'
import { guessOf, resolveText } from './resolve-text.ts'

function resolveEntry(name: string, entry: MappingEntryOf<string>, present: Present): MappingEntry | undefined {
  if ('value' in entry) return { value: entry.value }
  if ('text' in entry) {
    const at = pointer('mapping', name, 'text')
    const fields = resolveText(entry, present, (problem) => {
      present.errors.push({ pointer: at, detail: `The text of the mapping for "${name}", ${problem}` })
    })
    return fields && { text: entry.text, fields }
  }
  const field = findFieldOr(present, entry.field, pointer('mapping', name, 'field'))
  const formatted = entry.formatted && ({ formatted: true } as const)
  if ('columns' in entry) {
    const link = field && resolveLink(name, { field, columns: entry.columns }, present)
    return link && { ...link, ...formatted }
  }
  return field && { field: { id: field.id, name: field.name }, ...formatted }
}

/** The columns by their ids or names in the linked table. */
function resolveLink(
  name: string,
  { field, columns }: { field: Field; columns: readonly string[] },
  { errors }: Present,
): MappingEntry | undefined {
  const known = field.link?.fields
  if (known === undefined) {
    const detail = `The field "${field.name}" does not link to a table, so it has no columns. Map the field without columns, or choose a field that links to records.`
    errors.push({ pointer: pointer('mapping', name, 'columns'), detail })
    return undefined
  }
  const linked = { tableName: field.name, fields: known, errors }
  const found = columns.map((column, at) => findFieldOr(linked, column, pointer('mapping', name, 'columns', at)))
  const refs = found.flatMap((column) => (column ? [{ id: column.id, name: column.name }] : []))
  return { field: { id: field.id, name: field.name }, columns: refs }
}

function resolveEntries(
  draft: Readonly<Record<string, MappingEntryOf<string>>>,
  names: ReadonlySet<string>,
  present: Present,
) {
  const entries: [string, MappingEntry][] = []
  for (const [name, entry] of Object.entries(draft)) {
    if (!names.has(name)) {
      const detail = `The template has no binding named "${name}". It has: ${listed([...names])}.`
      present.errors.push({ pointer: pointer('mapping', name), detail })
      continue
    }
    const resolved = resolveEntry(name, entry, present)
    if (resolved !== undefined) entries.push([name, resolved])
  }
  return Object.fromEntries(entries)
}

/** Names that the designs need and that nothing fills, by their place in the mapping. */
function unfilledNames(
  designs: readonly TemplateDesign[],
  unbound: readonly string[],
  { tableName, fields }: Pick<Present, 'tableName' | 'fields'>,
): ErrorDetail[] {
  const isOne = new Set(designs).size === 1
  const missing = new Map<string, RequiredName>()
  for (const design of designs) {
    for (const required of requiredNames(design)) {
      const place = isOne ? required.place : `${required.place} in the template "${design.name}"`
      const mayFallBack = required.mayFallBack && missing.get(required.name)?.mayFallBack !== false
      missing.set(required.name, { ...required, place, mayFallBack })
    }
  }
  const errors: ErrorDetail[] = []
  for (const [name, required] of missing) {
    if (!unbound.includes(name)) continue
    const there = listed(fields.map((field) => field.name))
    const guess = guessOf(required, { tableName, fields, errors })
    const cure = required.mayFallBack
      ? 'Map a field or a fixed value to it, or set a fallback in the template.'
      : 'Map a field or a fixed value to it, or correct the name in the template.'
    const detail = `The binding "${name}" of ${required.place} has no value: the table "${tableName}" has no field with this name.${guess} ${cure} There are: ${there}.`
    errors.push({ pointer: pointer('mapping', name), detail })
  }
  return errors
}

const MAX_UNFILLED = 20

/** What to say of the names that nothing in the table fills since the mapping was saved. */
export function unfilledIn(
  designs: readonly TemplateDesign[],
  { action: { mapping, tableName }, fields }: Pick<Listing, 'action' | 'fields'>,
): string[] {
  const { unbound } = bindNames(
    designs.flatMap(requiredNames).map(({ name }) => name),
    mapping,
    fields,
  )
  const errors = unfilledNames(designs, unbound, { tableName, fields })
  return errors.slice(0, MAX_UNFILLED).map(({ detail }) => detail)
}

const namesOf = (designs: readonly TemplateDesign[]) =>
  new Set(designs.flatMap((design) => variablesOf(design).map(({ name }) => name)))

/** The mapping of a new action that says nothing of it: fields with the name of a variable, shown as in the table. */
export function usualMapping(
  designs: readonly TemplateDesign[],
  fields: readonly Field[],
): Record<string, MappingEntryOf<string>> {
  const names = namesOf(designs)
  const isOne = (name: string) => fields.filter((field) => field.name === name).length === 1
  const shown = fields.filter(({ name, format }) => format && names.has(name) && isOne(name))
  return Object.fromEntries(shown.map(({ id, name }) => [name, { field: id, formatted: true }]))
}

/** The mapping with its fields found, for all templates together. A bound name that nothing fills and that has no fallback is an error. */
export function resolveMapping(
  draft: Readonly<Record<string, MappingEntryOf<string>>>,
  designs: readonly TemplateDesign[],
  present: Present,
): { mapping: Record<string, MappingEntry>; bindings: Binding[] } {
  const names = namesOf(designs)
  const mapping = resolveEntries(draft, names, present)
  const { bindings, unbound } = bindNames(names, mapping, present.fields)
  const left = unbound.filter((name) => !Object.hasOwn(draft, name))
  present.errors.push(...unfilledNames(designs, left, present))
  return { mapping, bindings }
}
