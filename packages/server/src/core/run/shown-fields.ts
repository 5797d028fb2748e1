import type { MappingEntry } from '@pictable/model/mapping'
import { writeName } from '@pictable/renderer/braces'
import { readWrittenText } from '@pictable/renderer/expressions'
import { filterFor } from '@pictable/renderer/format-filter'
import { variablesOf } from '@pictable/renderer/template'
import type { Field } from '#core/ports/source.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import type { Binding, MappingText } from './map-record.ts'

/** A field as its table shows it; undefined where that is the value itself. */
function shownText(field: Field): MappingText | undefined {
  const filter = filterFor(field.format, 'en')
  if (filter === undefined) return undefined
  const written = readWrittenText(`{{${writeName(field.name)} | ${filter}}}`)
  return { written, fields: new Map([[field.name, field]]) }
}

/** The names that are only shown as texts, without a format: all else needs the value itself. */
function plainNames(designs: readonly TemplateDesign[]): ReadonlySet<string> {
  const uses = designs.flatMap(variablesOf)
  const others = new Set(uses.filter(({ isPlain }) => !isPlain).map(({ name }) => name))
  return new Set(uses.map(({ name }) => name).filter((name) => !others.has(name)))
}

/** The bindings, with texts for the fields that the mapping wants as the table shows them. */
export function bindShown(
  bindings: readonly Binding[],
  mapping: Readonly<Record<string, MappingEntry>>,
  designs: readonly TemplateDesign[],
): Binding[] {
  const isWanted = ({ name }: Binding) => {
    const entry = Object.hasOwn(mapping, name) ? mapping[name] : undefined
    return entry !== undefined && 'field' in entry && entry.formatted === true
  }
  if (!bindings.some(isWanted)) return [...bindings]
  const plain = plainNames(designs)
  return bindings.map((binding) => {
    if (!('field' in binding.from) || !plain.has(binding.name) || !isWanted(binding)) return binding
    const { field } = binding.from
    const shown = shownText(field)
    return shown === undefined ? binding : { ...binding, from: { field, shown } }
  })
}
