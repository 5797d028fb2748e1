import type { MappingEntry } from '@pictable/model/mapping'
import { writeName } from '@pictable/renderer/braces'
import { readWrittenText } from '@pictable/renderer/expressions'
import { filterFor } from '@pictable/renderer/format-filter'
import { type Variable, variablesOf } from '@pictable/renderer/template'
import type { Field } from '#core/ports/source.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import type { Binding, BoundLink, MappingText } from './map-record.ts'
import { tableColumnsOf } from './table-columns.ts'

/** A field as its table shows it; undefined where that is the value itself. */
function shownText(field: Field): MappingText | undefined {
  const filter = filterFor(field.format, 'en')
  if (filter === undefined) return undefined
  const written = readWrittenText(`{{${writeName(field.name)} | ${filter}}}`)
  return { written, fields: new Map([[field.name, field]]) }
}

/** The names whose every use is one of these: all else needs the value itself. */
function namesUsed(designs: readonly TemplateDesign[], isSuited: (use: Variable) => boolean): ReadonlySet<string> {
  const uses = designs.flatMap(variablesOf)
  const others = new Set(uses.filter((use) => !isSuited(use)).map(({ name }) => name))
  return new Set(uses.map(({ name }) => name).filter((name) => !others.has(name)))
}

/** Shown as a text without a format, or in a table. */
const isListed = ({ isPlain, property }: Variable) => isPlain || property === 'rows'

/** Those to which a table gives a format of its own stay as they are. */
function shownColumns(
  { columns }: BoundLink,
  inTables: ReadonlyMap<string, { hasFormat: boolean }> | undefined,
): Pick<BoundLink, 'shown'> {
  const texts = columns.flatMap((column): [string, MappingText][] => {
    const text = inTables?.get(column.name)?.hasFormat === true ? undefined : shownText(column)
    return text === undefined ? [] : [[column.id, text]]
  })
  return texts.length === 0 ? {} : { shown: new Map(texts) }
}

/** The bindings, with texts for what the mapping wants as the table shows it, and for linked rows that no list shows. */
export function bindShown(
  bindings: readonly Binding[],
  mapping: Readonly<Record<string, MappingEntry>>,
  designs: readonly TemplateDesign[],
): Binding[] {
  const isFormatted = (name: string) => {
    const entry = Object.hasOwn(mapping, name) ? mapping[name] : undefined
    return entry !== undefined && 'formatted' in entry && entry.formatted === true
  }
  /** Rows that the mapping asks for by no columns are passed for what the tables of the templates show. */
  const isImplied = (name: string) => !(Object.hasOwn(mapping, name) && 'columns' in Object(mapping[name]))
  if (!bindings.some(({ name, from }) => 'link' in from || isFormatted(name))) return [...bindings]
  const inTables = tableColumnsOf(designs)
  const plain = namesUsed(designs, ({ isPlain }) => isPlain)
  const listed = namesUsed(designs, isListed)
  const besideTables = namesUsed(designs, ({ property }) => property !== 'rows')
  const isOfColumn = (name: string, { columns }: BoundLink) => columns.length === 1 && besideTables.has(name)
  return bindings.map((binding) => {
    const { name, from } = binding
    if ('link' in from) {
      const isShown = (isFormatted(name) || isImplied(name)) && listed.has(name)
      const shown = isShown ? shownColumns(from, inTables.get(name)) : {}
      if (plain.has(name)) return { name, from: { ...from, ...shown, isText: true } }
      return { name, from: { ...from, ...shown, ...(isOfColumn(name, from) && { isList: true as const }) } }
    }
    if (!plain.has(name) || !isFormatted(name) || !('field' in from)) return binding
    const shown = shownText(from.field)
    return shown === undefined ? binding : { name, from: { field: from.field, shown } }
  })
}
