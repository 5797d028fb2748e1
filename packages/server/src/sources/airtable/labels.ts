import type { TableRef } from '#core/ports/source.ts'
import { MAX_LINKED_ROWS } from '#core/run/linked-ids.ts'
import { linkedTableOf } from './field-kinds.ts'
import { type Reader, readRecords } from './read-records.ts'
import type { AirtableField } from './schema.ts'
import { type AirtableRecord, canonicalOf, linkedIdsIn } from './values.ts'

export interface Linking {
  fields: readonly AirtableField[]
  records: readonly AirtableRecord[]
  /** Names of linked records by their id, as far as they are known. */
  labels: Map<string, string>
  signal?: AbortSignal
}

/** Ids of linked records without a name yet, by their table. */
function unnamed({ fields, records, labels }: Linking): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>()
  for (const field of fields) {
    const tableId = linkedTableOf(field)
    const cells = records.map((record) => linkedIdsIn(record.fields[field.id]))
    // A cell that links to more is not shown, and its names would take many requests.
    const shown = cells.filter(({ length }) => length <= MAX_LINKED_ROWS)
    const ids = shown.flat().filter((id) => !labels.has(id))
    if (tableId === undefined || ids.length === 0) continue
    wanted.set(tableId, new Set([...(wanted.get(tableId) ?? []), ...ids]))
  }
  return wanted
}

/** Asks what linked records are called, since a cell has their ids only: one call for 100 records of a table. */
export async function addLabels(reader: Reader, { baseId }: TableRef, linking: Linking): Promise<void> {
  const { labels, signal } = linking
  for (const [tableId, ids] of unnamed(linking)) {
    const ref = { baseId, tableId }
    const { fields, primaryFieldId } = await reader.schema.table(ref)
    const primary = fields.find(({ id }) => id === primaryFieldId)
    const query = { recordIds: [...ids], fields: [primaryFieldId], ...(signal && { signal }) }
    for (const id of ids) labels.set(id, id)
    for (const record of await readRecords(reader, ref, query)) {
      const name = primary && canonicalOf(primary, record.fields[primaryFieldId], { labels, atMs: 0 })
      if (typeof name === 'string' || typeof name === 'number') labels.set(record.id, String(name))
    }
  }
}
