import { ancestorsOf, childrenOf, type EditorDocument, type LayerId, layerAt, parentOf } from '@pictable/editor'
import type { TreeRow } from './tree-rows.ts'

/** Where dragged layers would go. */
export interface DropPlace {
  readonly parent: LayerId | null
  /** Among the layers there that are not dragged, from back to front. */
  readonly index: number
  /** The line is shown before this row; the number of rows for the end. */
  readonly line: number
  readonly level: number
  /** Into this group, which is marked instead of a line. */
  readonly into: LayerId | null
}

/** How much of a row at its upper and lower edge means beside it instead of into it. */
const EDGE = 0.28

/** The place in front of a layer, or behind it. */
function beside(document: EditorDocument, moved: readonly LayerId[], at: { id: LayerId; isInFront: boolean }) {
  const parent = parentOf(document, at.id)
  const list = childrenOf(document, parent)
  const before = list.slice(0, list.indexOf(at.id) + (at.isInFront ? 1 : 0))
  return { parent, index: before.filter((id) => !moved.includes(id)).length }
}

interface Pointed {
  /** From the first row, in rows: 2.5 is the middle of the third one. */
  readonly row: number
  /** Wanted level, by how far to the side the pointer is. */
  readonly level: number
}

/** Where the pointer would drop layers; null where they cannot go. */
export function dropPlace(
  document: EditorDocument,
  { rows, moved }: { rows: readonly TreeRow[]; moved: readonly LayerId[] },
  pointed: Pointed,
): DropPlace | null {
  const last = rows.length - 1
  const at = Math.min(last, Math.max(0, Math.floor(pointed.row)))
  const row = rows[at]
  if (!row) return null
  const share = Math.min(1, Math.max(0, pointed.row - at))
  const place = placeAt(document, { rows, moved, at, row, share, level: pointed.level })
  const inside = place.parent === null ? [] : [place.parent, ...ancestorsOf(document, place.parent)]
  return inside.some((id) => moved.includes(id)) ? null : place
}

interface At extends Pick<Pointed, 'level'> {
  readonly rows: readonly TreeRow[]
  readonly moved: readonly LayerId[]
  readonly at: number
  readonly row: TreeRow
  readonly share: number
}

function placeAt(document: EditorDocument, { rows, moved, at, row, share, level }: At): DropPlace {
  if (row.isGroup && share > EDGE && (share < 1 - EDGE || row.isOpen)) {
    const others = childrenOf(document, row.id).filter((id) => !moved.includes(id))
    const isOnTop = row.isOpen && share >= 1 - EDGE
    return { parent: row.id, index: others.length, line: at + 1, level: row.level + 1, into: isOnTop ? null : row.id }
  }
  if (share < 0.5) {
    return { ...beside(document, moved, { id: row.id, isInFront: true }), line: at, level: row.level, into: null }
  }
  const next = rows[at + 1]
  // At the end of a group the side decides how far out the layers go.
  const wanted = Math.max(next?.level ?? 1, Math.min(level, row.level))
  const chain = [row.id, ...ancestorsOf(document, row.id).toReversed()]
  const id = chain[row.level - wanted] ?? row.id
  return { ...beside(document, moved, { id, isInFront: false }), line: at + 1, level: wanted, into: null }
}

/** Alt and an arrow: one place up or down, out of the group, or into the group beside. */
export function keyPlace(
  document: EditorDocument,
  moved: readonly LayerId[],
  key: string,
): Omit<DropPlace, 'line' | 'level'> | null {
  const [first] = moved
  if (first === undefined) return null
  const parent = parentOf(document, first)
  const list = childrenOf(document, parent)
  const others = list.filter((id) => !moved.includes(id))
  const before = list.slice(0, list.indexOf(first)).filter((id) => !moved.includes(id)).length
  if (key === 'ArrowUp' && before < others.length) return { parent, index: before + 1, into: null }
  if (key === 'ArrowDown' && before > 0) return { parent, index: before - 1, into: null }
  if (key === 'ArrowLeft' && parent !== null) {
    return { ...beside(document, moved, { id: parent, isInFront: true }), into: null }
  }
  if (key === 'ArrowRight') {
    const beneath = others[before - 1]
    if (beneath === undefined || layerAt(document, beneath)?.type !== 'group') return null
    return { parent: beneath, index: childrenOf(document, beneath).length, into: beneath }
  }
  return null
}
