import { everyLayer, variablesOfLayer } from '@pictable/renderer/template'
import type { Field } from '#core/ports/source.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import type { Binding } from './map-record.ts'

/** By the names that fill the rows of tables: the columns that these tables name, and whether one gives them a format. */
export type TableColumns = ReadonlyMap<string, ReadonlyMap<string, { hasFormat: boolean }>>

type TableLayer = Extract<TemplateDesign['layers'][number], { type: 'table' }>

/** The columns that a table takes from its rows by their names. */
function namedColumns({ columns }: TableLayer): { column: string; hasFormat: boolean }[] {
  if (!Array.isArray(columns)) return []
  return columns.flatMap((shown) => {
    if ('bind' in shown || 'expression' in shown || shown.values !== undefined) return []
    const column = shown.field ?? shown.title
    return typeof column === 'string' ? [{ column, hasFormat: shown.format !== undefined }] : []
  })
}

/** The columns that tables of the templates show of the lists that fill them. */
export function tableColumnsOf(designs: readonly TemplateDesign[]): TableColumns {
  const byName = new Map<string, Map<string, { hasFormat: boolean }>>()
  for (const { layer } of designs.flatMap((design) => everyLayer(design))) {
    if (layer.type !== 'table') continue
    for (const { name, property, isResult } of variablesOfLayer(layer)) {
      if (property !== 'rows' || !isResult) continue
      const columns = byName.get(name) ?? new Map<string, { hasFormat: boolean }>()
      byName.set(name, columns)
      for (const { column, hasFormat } of namedColumns(layer))
        columns.set(column, { hasFormat: hasFormat || columns.get(column)?.hasFormat === true })
    }
  }
  return byName
}

/**
 * The bindings, with the linked rows that tables show: where a table names columns that the linked table of a field has,
 * the field passes its rows with these columns, besides those that the mapping chooses.
 */
export function withTableColumns(bindings: readonly Binding[], shown: TableColumns): Binding[] {
  return bindings.map((binding) => {
    const { name, from } = binding
    const wanted = shown.get(name)
    if (wanted === undefined || 'value' in from || 'text' in from) return binding
    const field = 'link' in from ? from.link : from.field
    const chosen: readonly Field[] = 'link' in from ? from.columns : []
    const more = [...wanted.keys()].flatMap((column) => {
      if (chosen.some((each) => each.name === column)) return []
      return field.link?.fields?.find((each) => each.name === column) ?? []
    })
    return more.length === 0 ? binding : { name, from: { link: field, columns: [...chosen, ...more] } }
  })
}
