import { blockAt, HEADER_BYTES, itemsOf, specialOf } from './page.ts'

/** Pages that a page of an index needs: of the index itself, and of its table. */
export interface Links {
  own: number[]
  table: number[]
}

/** How the pages of a kind of index refer to each other, and to the table. */
export interface IndexKind {
  /** Pages that are always there. */
  roots: readonly number[]
  linksOf(page: DataView, block: number): Links
}

const nothing: Links = { own: [], table: [] }

const BTREE_NONE = 0
const BTREE = { leaf: 1, meta: 8, gone: 4 | 16 } as const
/** In a tuple: its identifier is none of the table, but a list of such (or, above the leaves, of a page below). */
const IS_ALTERNATIVE = 0x2000
const IS_POSTING = 0x2000
const POSTING_COUNT = 0x0fff
const TID_BYTES = 6

/** Of a leaf's tuple; several where equal keys share one. */
function tableBlocksOf(page: DataView, tuple: number): number[] {
  const position = page.getUint16(tuple + 4, true)
  const isPosting = (page.getUint16(tuple + 6, true) & IS_ALTERNATIVE) !== 0 && (position & IS_POSTING) !== 0
  if (!isPosting) return [blockAt(page, tuple)]
  const list = tuple + blockAt(page, tuple)
  return Array.from({ length: position & POSTING_COUNT }, (_, n) => blockAt(page, list + n * TID_BYTES))
}

/** access/nbtree.h */
function btreeLinks(page: DataView, block: number): Links {
  if (block === 0) return { own: [page.getUint32(HEADER_BYTES + 8, true)], table: [] }
  const special = specialOf(page)
  const [previous, next] = [page.getUint32(special, true), page.getUint32(special + 4, true)]
  const flags = page.getUint16(special + 12, true)
  if ((flags & (BTREE.gone | BTREE.meta)) !== 0) return nothing
  const siblings = [previous, next].filter((sibling) => sibling !== BTREE_NONE)
  // The first one of a page that has a right sibling is its upper bound.
  const tuples = itemsOf(page).slice(next === BTREE_NONE ? 0 : 1)
  if ((flags & BTREE.leaf) === 0)
    return { own: [...siblings, ...tuples.map((tuple) => blockAt(page, tuple))], table: [] }
  return { own: siblings, table: tuples.flatMap((tuple) => tableBlocksOf(page, tuple)) }
}

const GIN_NONE = 0xffffffff
const GIN = { data: 1, leaf: 2, gone: 4, meta: 8, pending: 16 } as const
/** In a leaf's tuple: its identifiers fill pages of their own. */
const GIN_TREE = 0xffff
const GIN_DATA_START = HEADER_BYTES + 8
const GIN_DATA_BYTES = 10

function ginChildren(page: DataView, flags: number): number[] {
  const isLeaf = (flags & GIN.leaf) !== 0
  if ((flags & GIN.pending) !== 0) return []
  if ((flags & GIN.data) === 0) {
    const tuples = itemsOf(page)
    const chosen = isLeaf ? tuples.filter((tuple) => page.getUint16(tuple + 4, true) === GIN_TREE) : tuples
    return chosen.map((tuple) => blockAt(page, tuple))
  }
  const count = isLeaf ? 0 : page.getUint16(specialOf(page) + 4, true)
  return Array.from({ length: count }, (_, n) => blockAt(page, GIN_DATA_START + n * GIN_DATA_BYTES))
}

/** access/ginblock.h */
function ginLinks(page: DataView): Links {
  const special = specialOf(page)
  const flags = page.getUint16(special + 6, true)
  if ((flags & GIN.gone) !== 0) return nothing
  const links =
    (flags & GIN.meta) !== 0
      ? [page.getUint32(HEADER_BYTES, true), page.getUint32(HEADER_BYTES + 4, true)]
      : [page.getUint32(special, true), ...ginChildren(page, flags)]
  return { own: links.filter((link) => link !== GIN_NONE), table: [] }
}

/** Of other kinds only the checksums are looked at. */
export const indexKinds: Readonly<Record<string, IndexKind>> = {
  btree: { roots: [0], linksOf: btreeLinks },
  gin: { roots: [0, 1], linksOf: ginLinks },
}
