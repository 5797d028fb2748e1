import { everyLayer } from '@pictable/renderer/template'
import { boundNames, partAt } from './values.ts'

/** The part of the rows that a column of a table shows. */
export const shownPart = (column: unknown): unknown => partAt(column, 'field') ?? partAt(column, 'title')

/**
 * By the names that fill tables, the columns that these tables show: of a field that links, the server passes the linked
 * rows with these columns.
 */
export function tableColumns({ layers }: Parameters<typeof everyLayer>[0]): Readonly<Record<string, string>> {
  const byName = new Map<string, Set<string>>()
  for (const { layer } of everyLayer({ layers })) {
    if (layer.type !== 'table' || !Array.isArray(layer.columns)) continue
    for (const name of boundNames(layer.rows) ?? []) {
      const columns = byName.get(name) ?? new Set<string>()
      byName.set(name, columns)
      for (const column of layer.columns) {
        const shown = shownPart(column)
        if (typeof shown === 'string') columns.add(shown)
      }
    }
  }
  return Object.fromEntries([...byName].map(([name, columns]) => [name, JSON.stringify([...columns].toSorted())]))
}
