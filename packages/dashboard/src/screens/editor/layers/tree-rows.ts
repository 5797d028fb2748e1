import { ancestorsOf, childrenOf, type EditorDocument, type LayerId, layerAt, layersOf } from '@pictable/editor'
import { boundFields } from './bound-fields.ts'

/** One line of the tree. */
export interface TreeRow {
  readonly id: LayerId
  /** From 1. */
  readonly level: number
  readonly parent: LayerId | null
  /** Among the rows of the same parent, from 1, the front-most first. */
  readonly place: number
  readonly count: number
  readonly isGroup: boolean
  /** Its children are shown below it. */
  readonly isOpen: boolean
  /** It is only there because of what is inside of it. */
  readonly isAround: boolean
}

interface Shown {
  readonly closed: ReadonlySet<LayerId>
  /** Only these, with the groups around them; all groups are open then. */
  readonly found?: ReadonlySet<LayerId> | undefined
}

/** The rows that are shown, from the front-most layer to the one behind all. */
export function treeRows(document: EditorDocument, { closed, found }: Shown): readonly TreeRow[] {
  const around = new Set(found && [...found].flatMap((id) => ancestorsOf(document, id)))
  const isShown = (id: LayerId) => !found || found.has(id) || around.has(id)
  const rows: TreeRow[] = []
  const add = (parent: LayerId | null, level: number): void => {
    const list = childrenOf(document, parent).filter(isShown).toReversed()
    for (const [at, id] of list.entries()) {
      const isGroup = layerAt(document, id)?.type === 'group'
      const isOpen = isGroup && (found !== undefined || !closed.has(id))
      const isAround = found !== undefined && !found.has(id)
      rows.push({ id, level, parent, place: at + 1, count: list.length, isGroup, isOpen, isAround })
      if (isOpen) add(id, level + 1)
    }
  }
  add(null, 1)
  return rows
}

const isSameRow = (one: TreeRow, other: TreeRow): boolean =>
  Object.entries(one).every(([key, value]) => Reflect.get(other, key) === value)

/** The rows of a document that changes: those that did not change stay the same objects, and so does their list. */
export function rowReader(): (document: EditorDocument, shown: Shown) => readonly TreeRow[] {
  let last: { document: EditorDocument; closed: Shown['closed']; found: Shown['found'] } | undefined
  let rows: readonly TreeRow[] = []
  return (document, { closed, found }) => {
    if (last?.document === document && last.closed === closed && last.found === found) return rows
    last = { document, closed, found }
    const known = new Map(rows.map((row) => [row.id, row]))
    const next = treeRows(document, last).map((row) => {
      const other = known.get(row.id)
      return other && isSameRow(row, other) ? other : row
    })
    const isSame = next.length === rows.length && next.every((row, at) => row === rows[at])
    if (!isSame) rows = next
    return rows
  }
}

/** Layers whose name, kind or bound field contains every word; undefined when there is nothing to look for. */
export function findLayers(
  document: EditorDocument,
  wanted: string,
  kindWords: (type: string) => string,
): ReadonlySet<LayerId> | undefined {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const fits = ([, { layer }]: [LayerId, { layer: { name: string; type: string } }]) => {
    const text = [layer.name, kindWords(layer.type), ...boundFields(layer)].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return new Set([...layersOf(document)].filter(fits).map(([id]) => id))
}

/** The next row whose name begins with what was typed, after the present one and around at the end. */
export function rowByName(names: readonly string[], typed: string, from: number): number {
  const start = typed.length === 1 ? from + 1 : from
  const order = names.map((_, at) => (start + at + names.length) % names.length)
  return order.find((at) => names[at]?.toLowerCase().startsWith(typed.toLowerCase())) ?? -1
}
