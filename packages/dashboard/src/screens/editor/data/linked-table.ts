import { type Box, type Command, type EditorDocument, type LayerId, layerAt } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import type { LinkedField } from '#dashboard/parts/tables/linked-fields.ts'
import { shownPart } from '#dashboard/screens/editor/properties/table-columns.ts'
import { boundNames } from '#dashboard/screens/editor/properties/values.ts'
import { newLayers } from '#dashboard/screens/editor/session/new-layer.ts'
import { tableFormat } from './shown-as.ts'

type TableLayer = Extract<TemplateLayer, { type: 'table' }>

/** More do not fit beside each other on a usual page. */
const USUAL_COLUMNS = 4
/** The most that a table has. */
const MAX_COLUMNS = 50
/** What a cell of text shows badly. */
const UNREADABLE: ReadonlySet<string> = new Set(['attachments', 'json', 'link', 'unknown'])

/** The columns that a table of linked rows begins with: what the rows are called, then the first fields that a cell shows well. */
export function usualColumns(fields: readonly LinkedField[]): readonly LinkedField[] {
  const readable = fields.filter(({ kind, link }) => link === null && !UNREADABLE.has(kind))
  const isId = ({ name }: LinkedField) => /^id$/i.test(name)
  const named = readable.filter((field) => !isId(field))
  const of = named.length > 0 ? named : readable.length > 0 ? readable : fields
  return of.toSorted((one, other) => Number(other.primary) - Number(one.primary)).slice(0, USUAL_COLUMNS)
}

/** A column that shows a field as its table does, numbers below each other. */
export function columnOf({ name, kind, format }: LinkedField, locale: string | undefined) {
  const shown = { name, kind, format, value: null }
  return {
    ...{ title: name, field: name },
    ...(kind === 'number' && { align: 'end' as const }),
    ...tableFormat(shown, { property: 'text', locale }),
  }
}

interface Linked {
  /** The name that passes the rows. */
  readonly name: string
  readonly columns: readonly LinkedField[]
  readonly locale: string | undefined
}

export function newLinkedTable({ name, columns, locale }: Linked, box: Box): TableLayer {
  const bound = { name: name.slice(0, 200), rows: { bind: name } }
  return { ...newLayers.table.make(box), ...bound, columns: columns.map((column) => columnOf(column, locale)) }
}

/** The columns of a table that the linked rows fill already; undefined for any other layer. */
function columnsFilledBy(layer: TemplateLayer | undefined, name: string): readonly unknown[] | undefined {
  if (layer?.type !== 'table') return undefined
  const names = boundNames(layer.rows)
  const { columns = [] } = layer
  return names?.length === 1 && names[0] === name && Array.isArray(columns) ? columns : undefined
}

/** The command that lets linked rows fill a table: one that they fill already gets the columns that it lacks. */
export function fillTable(document: EditorDocument, target: LayerId, { name, columns, locale }: Linked): Command {
  const known = columnsFilledBy(layerAt(document, target), name)
  const shown = new Set(known?.map(shownPart))
  const added = columns.filter((column) => !shown.has(column.name)).map((column) => columnOf(column, locale))
  const all = [...(known ?? []), ...added].slice(0, MAX_COLUMNS)
  const commands: Command[] = [
    { type: 'set', target, path: ['rows'], value: { bind: name } },
    { type: 'set', target, path: ['columns'], value: all },
  ]
  return { type: 'batch', commands }
}
