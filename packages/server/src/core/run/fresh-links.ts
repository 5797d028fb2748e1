import type { Attachment, SourceRecord } from '#core/ports/source.ts'
import type { BoundValue } from './map-record.ts'
import type { Chunk } from './open-chunk.ts'

/** Reads a record again, for the addresses of its files; each group of records once. */
export type FreshLinks = (place: number) => Promise<ReadonlyMap<string, Attachment>>

export function attachmentsIn(values: readonly BoundValue[]): Attachment[] {
  return values.flatMap((value) =>
    Array.isArray(value) ? value.filter((item) => typeof item === 'object' && 'url' in item) : [],
  )
}

function attachmentsById(record: SourceRecord | undefined): Map<string, Attachment> {
  const attachments = attachmentsIn(Object.values(record?.fields ?? {}))
  return new Map(
    attachments.flatMap((attachment) => (attachment.id === undefined ? [] : [[attachment.id, attachment]])),
  )
}

/**
 * Addresses of a chunk's files as they are by now. Records that were listed together expire together, so as many of them
 * as one request brings are read at once.
 */
export function createFreshLinks({
  action,
  records,
  openSource,
}: Pick<Chunk, 'action' | 'records' | 'openSource'>): FreshLinks {
  const groups = new Map<number, Promise<Map<string, SourceRecord>>>()
  const table = { baseId: action.baseId, tableId: action.tableId }

  async function read(group: number, size: number): Promise<Map<string, SourceRecord>> {
    const ids = records.slice(group * size, (group + 1) * size).map(({ recordId }) => recordId)
    const found = await (await openSource()).getRecords(table, ids)
    return new Map(found.map((record) => [record.id, record]))
  }

  return async (place) => {
    const { max, perRequest = max } = (await openSource()).capabilities.getMany
    const size = Math.max(1, perRequest)
    const index = records.findIndex(({ n }) => n === place)
    const group = Math.floor(index / size)
    const reading = groups.get(group) ?? read(group, size)
    groups.set(group, reading)
    const found = await reading.catch((error) => {
      // A retry must read it again.
      groups.delete(group)
      throw error
    })
    return attachmentsById(found.get(records[index]?.recordId ?? ''))
  }
}
