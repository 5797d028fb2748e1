import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '#database/errors/database-error.ts'
import { type IndexKind, indexKinds } from './index-links.ts'
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

/** A table and its indexes. */
export interface TableFiles {
  table: Relation
  indexes: readonly Relation[]
}

export interface Cluster {
  directory: string
  /** Takes pages; at least one has room. Another one after each pause. */
  buffer(): Uint8Array
  /** PostgreSQL's own checksum of a page in that buffer. */
  checksum(offset: number, block: number): number
}

interface Pages {
  count: number
  /** All zero: made, but never filled before a crash, or wiped out. */
  empty: Set<number>
}

/** A page that should have content and has none; `from` refers to it. */
interface Suspect {
  relation: Relation
  block: number
  from: { index: Relation; block: number } | null
}

/**
 * Where a check may pause: `read` anywhere, `settle` when everything that was written has to be on disk before it continues, in
 * one go to its end.
 */
export type Pause = 'read' | 'settle'

type OnPage = (page: DataView, block: number) => void

/** Larger files are continued in others, `.1`, `.2` and so on. */
const SEGMENT_PAGES = 131_072
/** More are found by the next check. */
const MAX_SUSPECTS = 1000

class Damage extends Error {}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

const segmentPath = (path: string, segment: number) => (segment === 0 ? path : `${path}.${segment}`)

/** Reads every page of a relation. @throws Damage naming a page whose bytes are not those that were written */
function* scan(
  { name, path }: Relation,
  { directory, buffer, checksum }: Cluster,
  onPage: OnPage = () => {},
): Generator<Pause, Pages> {
  const pages: Pages = { count: 0, empty: new Set() }
  const broken = (block: number, how: string) => new Damage(`page ${block} of ${name} (${path}) ${how}`)

  function examine(bytes: Uint8Array, offset: number): void {
    const block = pages.count++
    const page = new DataView(bytes.buffer, bytes.byteOffset + offset, PAGE_BYTES)
    if (isZero(bytes.subarray(offset, offset + PAGE_BYTES))) return void pages.empty.add(block)
    if (!isHeaderSane(page)) throw broken(block, 'has no valid header')
    if (checksum(offset, block) !== checksumIn(page)) throw broken(block, 'does not match its checksum')
    onPage(page, block)
  }

  /** @returns how many whole pages it has */
  function* examineSegment(descriptor: number): Generator<Pause, number> {
    const before = pages.count
    for (;;) {
      const bytes = buffer()
      const room = bytes.length - (bytes.length % PAGE_BYTES)
      const length = readSync(descriptor, bytes, 0, room, (pages.count - before) * PAGE_BYTES)
      for (let offset = 0; offset + PAGE_BYTES <= length; offset += PAGE_BYTES) examine(bytes, offset)
      if (length < room) return pages.count - before
      yield 'read'
    }
  }

  for (let segment = 0; ; segment++) {
    const descriptor = openIfThere(join(directory, segmentPath(path, segment)))
    if (descriptor === null && segment === 0) throw new Damage(`the file of ${name} (${path}) is missing`)
    if (descriptor === null) return pages
    try {
      if ((yield* examineSegment(descriptor)) < SEGMENT_PAGES) return pages
    } finally {
      closeSync(descriptor)
    }
    yield 'read'
  }
}

/** A page as it is on disk now; null behind the end of its file. */
function readPage({ directory }: Cluster, { path }: Relation, block: number): DataView | null {
  const descriptor = openIfThere(join(directory, segmentPath(path, Math.floor(block / SEGMENT_PAGES))))
  if (descriptor === null) return null
  try {
    const bytes = new Uint8Array(PAGE_BYTES)
    const length = readSync(descriptor, bytes, 0, PAGE_BYTES, (block % SEGMENT_PAGES) * PAGE_BYTES)
    return length < PAGE_BYTES ? null : new DataView(bytes.buffer)
  } finally {
    closeSync(descriptor)
  }
}

const isEmptyPage = (page: DataView) => isZero(new Uint8Array(page.buffer))

/** How a page that something refers to lacks its content: PostgreSQL logs the content first. */
function lackOf(cluster: Cluster, { relation, block }: Suspect): string | null {
  const page = readPage(cluster, relation, block)
  if (page === null) return 'cut off'
  return isEmptyPage(page) ? 'empty' : null
}

/** Whether the page that referred to it still does. */
function isReferred(cluster: Cluster, { relation, block, from }: Suspect): boolean {
  if (from === null) return true
  const page = readPage(cluster, from.index, from.block)
  if (page === null || isEmptyPage(page)) return false
  const links = indexKinds[from.index.method ?? '']?.linksOf(page, from.block)
  return (relation === from.index ? links?.own : links?.table)?.includes(block) ?? false
}

interface Scanned {
  cluster: Cluster
  table: { relation: Relation; pages: Pages }
  suspects: Suspect[]
}

const lacks = ({ count, empty }: Pages, block: number) => block >= count || empty.has(block)

function* scanIndex(index: Relation, kind: IndexKind, scanned: Scanned): Generator<Pause, void> {
  const { cluster, table, suspects } = scanned
  const suspect = (one: Suspect) => {
    if (suspects.length < MAX_SUSPECTS && lackOf(cluster, one) !== null) suspects.push(one)
  }
  const needed = new Map<number, Suspect['from']>(kind.roots.map((block) => [block, null]))
  const pages = yield* scan(index, cluster, (page, block) => {
    const links = kind.linksOf(page, block)
    for (const own of links.own) if (!needed.has(own)) needed.set(own, { index, block })
    // It may have grown since it was read.
    for (const tuple of links.table)
      if (lacks(table.pages, tuple)) suspect({ relation: table.relation, block: tuple, from: { index, block } })
  })
  for (const [block, from] of needed) if (lacks(pages, block)) suspect({ relation: index, block, from })
}

function* checkPages({ table, indexes }: TableFiles, cluster: Cluster): Generator<Pause, void> {
  const scanned: Scanned = {
    cluster,
    table: { relation: table, pages: yield* scan(table, cluster) },
    suspects: [],
  }
  for (const index of indexes) {
    yield 'read'
    const kind = indexKinds[index.method ?? '']
    if (kind === undefined) yield* scan(index, cluster)
    else yield* scanIndex(index, kind, scanned)
  }
  if (scanned.suspects.length === 0) return
  yield 'settle'
  for (const suspect of scanned.suspects) {
    const { relation, block } = suspect
    const lack = lackOf(cluster, suspect)
    if (lack !== null && isReferred(cluster, suspect))
      throw new Damage(`page ${block} of ${relation.name} (${relation.path}) is ${lack}`)
  }
}

/**
 * `checkTable()` compares every page of a table and its indexes with its checksum, and finds the pages that were cut off or
 * wiped out, which PostgreSQL itself takes for pages without rows. Statements may run while it pauses: PostgreSQL writes whole
 * pages only, and what looks cut off or wiped out because it is not yet on disk is looked at again after `settle`.
 * @returns the first damage in words, null when there is none
 */
export function* checkTable(files: TableFiles, cluster: Cluster): Generator<Pause, string | null> {
  try {
    yield* checkPages(files, cluster)
    return null
  } catch (error) {
    if (error instanceof Damage) return error.message
    throw error
  }
}
