import type { MappingEntry, MappingEntryOf, TextEntryOf } from '@pictable/model/mapping'
import {
  ExpressionError,
  hyphenHint,
  type NameUse,
  nearestName,
  placed,
  readWrittenText,
  type WrittenText,
} from '@pictable/renderer/expressions'
import { variablesOf } from '@pictable/renderer/template'
import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import type { Field } from '#core/ports/source.ts'
import { type Binding, bindNames, filesInText } from '#core/run/map-record.ts'
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

function readText(text: string): WrittenText | ExpressionError {
  try {
    return readWrittenText(text)
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

/** To find the nearest of many names takes a while, so later errors do without. */
const MAX_GUESSES = 10

/** What may be meant by a name that no field has, as a sentence. */
function guessOf(use: Pick<NameUse, 'name' | 'hyphened'>, { fields, errors }: Present): string {
  const hint = hyphenHint(use)
  if (hint !== '') return ` ${hint}.`
  if (errors.length >= MAX_GUESSES) return ''
  const near = nearestName(
    use.name,
    fields.map((field) => field.name),
  )
  return near === undefined ? '' : ` Did you mean "${near}"?`
}

function unknownField(use: NameUse, present: Present): string {
  const { name, at } = use
  const { tableName, fields } = present
  const names = fields.map((field) => field.name)
  const guess = guessOf(use, present)
  return `at character ${at + 1}: the table "${tableName}" has no field "${name}".${guess} It has: ${listed(names)}.`
}

/** The text with the fields that its names mean; the first name that means none is an error. */
function resolveText(
  name: string,
  { text, fields: given = {} }: TextEntryOf<string>,
  present: Present,
): MappingEntry | undefined {
  const fail = (problem: string) => {
    const detail = `The text of the mapping for "${name}", ${problem}`
    present.errors.push({ pointer: pointer('mapping', name, 'text'), detail })
    return undefined
  }
  const written = readText(text)
  if (written instanceof ExpressionError) return fail(`${placed(written)}.`)
  const found = new Map<string, Field>()
  for (const use of written.names) {
    if (found.has(use.name)) continue
    const known = Object.hasOwn(given, use.name) ? findNamed(present.fields, given[use.name] ?? '') : undefined
    const field = known ?? findNamed(present.fields, use.name)
    if (field === undefined) return fail(unknownField(use, present))
    if (field.kind === 'attachments') return fail(`at character ${use.at + 1}: ${filesInText(field.name)}.`)
    found.set(use.name, field)
  }
  return { text, fields: Object.fromEntries(Array.from(found, ([used, { id, name: of }]) => [used, { id, name: of }])) }
}

function resolveEntry(name: string, entry: MappingEntryOf<string>, present: Present): MappingEntry | undefined {
  if ('value' in entry) return { value: entry.value }
  if ('text' in entry) return resolveText(name, entry, present)
  const field = findFieldOr(present, entry.field, pointer('mapping', name, 'field'))
  return field && { field: { id: field.id, name: field.name } }
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
/** The mapping with its fields found, for all templates together. A bound name that nothing fills and that has no fallback is an error. */
export function resolveMapping(
  draft: Readonly<Record<string, MappingEntryOf<string>>>,
  designs: readonly TemplateDesign[],
  present: Present,
): { mapping: Record<string, MappingEntry>; bindings: Binding[] } {
  const names = new Set(designs.flatMap((design) => variablesOf(design).map(({ name }) => name)))
  const mapping = resolveEntries(draft, names, present)
  const { bindings, unbound } = bindNames(names, mapping, present.fields)
  const missing = new Map(designs.flatMap(requiredNames).map((required) => [required.name, required]))
  for (const [name, required] of missing) {
    if (!unbound.includes(name) || Object.hasOwn(draft, name)) continue
    const there = listed(present.fields.map((field) => field.name))
    const guess = guessOf(required, present)
    const detail = `The binding "${name}" of ${required.place} has no value: the table "${present.tableName}" has no field with this name.${guess} Map a field or a fixed value to it, or set a fallback in the template. There are: ${there}.`
    present.errors.push({ pointer: pointer('mapping', name), detail })
  }
  return { mapping, bindings }
}
