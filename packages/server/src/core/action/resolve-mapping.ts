import type { MappingEntry, MappingEntryOf } from '@pictable/model/mapping'
import { nearestName } from '@pictable/renderer/expressions'
import { variablesOf } from '@pictable/renderer/template'
import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import type { Field } from '#core/ports/source.ts'
import { type Binding, bindNames } from '#core/run/map-record.ts'
import { requiredNames } from '#core/template/required-names.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { findNamed, listed } from '#core/words.ts'

/** The table as it is, and where to put what is wrong. */
export interface Present {
  tableName: string
  fields: readonly Field[]
  errors: ErrorDetail[]
}

/** The field of that id or name; none is an error at the pointer. */
export function findFieldOr({ tableName, fields, errors }: Present, name: string, at: string): Field | undefined {
  const field = findNamed(fields, name)
  if (field === undefined) {
    const there = listed(fields.map((each) => each.name))
    errors.push({ pointer: at, detail: `The table "${tableName}" has no field "${name}". It has: ${there}.` })
  }
  return field
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
    } else if ('value' in entry) entries.push([name, { value: entry.value }])
    else {
      const field = findFieldOr(present, entry.field, pointer('mapping', name, 'field'))
      if (field !== undefined) entries.push([name, { field: { id: field.id, name: field.name } }])
    }
  }
  return Object.fromEntries(entries)
}

/** The mapping with its fields found, for all templates together. A bound name that nothing fills and that has no fallback is an error. */
export function resolveMapping(
  draft: Readonly<Record<string, MappingEntryOf<string>>>,
  designs: readonly TemplateDesign[],
  present: Present,
): { mapping: Record<string, MappingEntry>; bindings: Binding[] } {
  const names = new Set(designs.flatMap((design) => variablesOf(design).map(({ name }) => name)))
  const mapping = resolveEntries(draft, names, present)
  const { bindings, unbound } = bindNames(names, mapping, present.fields)
  const missing = new Map(designs.flatMap(requiredNames).map(({ name, place }) => [name, place]))
  for (const [name, place] of missing) {
    if (!unbound.includes(name) || Object.hasOwn(draft, name)) continue
    const fieldNames = present.fields.map((field) => field.name)
    const there = listed(fieldNames)
    const near = nearestName(name, fieldNames)
    const guess = near === undefined ? '' : ` Did you mean "${near}"?`
    const detail = `The binding "${name}" of ${place} has no value: the table "${present.tableName}" has no field with this name.${guess} Map a field or a fixed value to it, or set a fallback in the template. There are: ${there}.`
    present.errors.push({ pointer: pointer('mapping', name), detail })
  }
  return { mapping, bindings }
}
