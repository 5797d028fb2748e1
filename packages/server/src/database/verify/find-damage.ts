import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '#database/database-error.ts'
import { indexKinds, type Links } from './index-links.ts'
import { checksumIn, isHeaderSane, isZero, PAGE_BYTES } from './page.ts'

/** A table or an index, and its file. */
export interface Relation {
  oid: number
  name: string
  path: string
  /** Of an index: its table, and its kind. */
  table: number | null
  method: string | null
}

export interface Cluster {
  directory: string
  relations: readonly Relation[]
  /** Takes pages; at least one has room. */
  buffer: Uint8Array
  /** PostgreSQL's own checksum of a page in that buffer. */
  checksum(offset: number, block: number): number
}

interface Pages {
  count: number
  /** All zero: made, but never filled before a crash, or wiped out. */
  empty: Set<number>
}

type OnPage = (page: DataView, block: number) => void

/** Larger files are continued in others, `.1`, `.2` and so on. */
const SEGMENT_PAGES = 131_072

class Damage extends Error {}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Reads every page of a relation. @throws Damage naming a page whose bytes are not those that were written */
function scan({ name, path }: Relation, { directory, buffer, checksum }: Cluster, onPage: OnPage = () => {}): Pages {
  const pages: Pages = { count: 0, empty: new Set() }
  const broken = (block: number, how: string) => new Damage(`page ${block} of ${name} (${path}) ${how}`)

  function examine(offset: number): void {
    const block = pages.count++
    const bytes = buffer.subarray(offset, offset + PAGE_BYTES)
    const page = new DataView(bytes.buffer, bytes.byteOffset, PAGE_BYTES)
    if (isZero(bytes)) return void pages.empty.add(block)
    if (!isHeaderSane(page)) throw broken(block, 'has no valid header')
    if (checksum(offset, block) !== checksumIn(page)) throw broken(block, 'does not match its checksum')
    onPage(page, block)
  }

  /** @returns how many whole pages it has */
  function examineSegment(descriptor: number): number {
    const before = pages.count
    const room = buffer.length - (buffer.length % PAGE_BYTES)
    for (;;) {
      const position = (pages.count - before) * PAGE_BYTES
      const bytes = readSync(descriptor, buffer, 0, room, position)
      for (let offset = 0; offset + PAGE_BYTES <= bytes; offset += PAGE_BYTES) examine(offset)
      if (bytes < PAGE_BYTES) return pages.count - before
    }
  }

  for (let segment = 0; ; segment++) {
    const descriptor = openIfThere(join(directory, segment === 0 ? path : `${path}.${segment}`))
    if (descriptor === null && segment === 0) throw new Damage(`the file of ${name} (${path}) is missing`)
    if (descriptor === null) return pages
    try {
      if (examineSegment(descriptor) < SEGMENT_PAGES) return pages
    } finally {
      closeSync(descriptor)
    }
  }
}

/** A page that something refers to has content: PostgreSQL logs the content first. @throws Damage where it has none */
function requireContent({ name, path }: Relation, { count, empty }: Pages, block: number): void {
  if (block >= count) throw new Damage(`page ${block} of ${name} (${path}) is cut off`)
  if (empty.has(block)) throw new Damage(`page ${block} of ${name} (${path}) is empty`)
}

function scanIndex(index: Relation, cluster: Cluster, table: { relation: Relation; pages: Pages } | undefined): void {
  const kind = indexKinds[index.method ?? '']
  if (kind === undefined) return void scan(index, cluster)
  const needed = new Set<number>(kind.roots)
  const pages = scan(index, cluster, (page, block) => {
    const links: Links = kind.linksOf(page, block)
    for (const own of links.own) needed.add(own)
    if (table !== undefined) for (const tuple of links.table) requireContent(table.relation, table.pages, tuple)
  })
  for (const block of needed) requireContent(index, pages, block)
}

/**
 * Compares every page of a cluster at rest with its checksum, and finds the pages that were cut off or wiped out, which
 * PostgreSQL itself takes for pages without rows. @returns the first damage in words, null when there is none
 */
export function findDamage(cluster: Cluster): string | null {
  const tables = new Map<number, { relation: Relation; pages: Pages }>()
  try {
    for (const relation of cluster.relations.filter(({ table }) => table === null))
      tables.set(relation.oid, { relation, pages: scan(relation, cluster) })
    for (const index of cluster.relations.filter(({ table }) => table !== null))
      scanIndex(index, cluster, tables.get(index.table ?? 0))
    return null
  } catch (error) {
    if (error instanceof Damage) return error.message
    throw error
  }
}
