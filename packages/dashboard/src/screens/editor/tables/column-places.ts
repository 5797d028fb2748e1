import { isBound, type LayerId, layerAt, pathOf } from '@pictable/editor'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'

/** Where an entry of a list goes to: its place among the others. */
export interface Move {
  readonly from: number
  readonly to: number
}

/** The places of a list with one entry at another place. */
export function movedPlaces(count: number, { from, to }: Move): readonly number[] {
  const places = Array.from({ length: count }, (_, at) => at)
  return places.toSpliced(from, 1).toSpliced(to, 0, from)
}

/** The columns of a table as they are written, or as the frame that is shown draws them. */
function writtenColumns(layer: unknown): readonly unknown[] {
  const columns = partAt(layer, 'columns')
  return Array.isArray(columns) ? columns : []
}

function drawnLayer({ document, frame }: EditorState, id: LayerId): unknown {
  const path = pathOf(document, id) ?? []
  return path.reduce<unknown>(
    (parent, at) => partAt(partAt(parent, parent === frame?.design ? 'layers' : 'children'), at),
    frame?.design,
  )
}

/** Why the columns of a table keep their places: it is not drawn, or the column with this number is filled. */
export type Fixed = 'not_drawn' | number

/** The columns of a table at these of their places; in place of one that cannot go there, why. */
function placedColumns(state: EditorState, id: LayerId, places: readonly number[]): readonly (object | Fixed)[] {
  const written = writtenColumns(layerAt(state.document, id))
  // The frame may be one change behind.
  const drawn = writtenColumns(drawnLayer(state, id))
  const placed = placeOf(state, id)?.columns
  return places.map((from, to) => {
    const given = written[from]
    const column = typeof given === 'object' && given !== null ? given : {}
    if (from === to || ['field', 'values'].some((key) => Object.hasOwn(column, key))) return column
    const at = drawn.indexOf(given)
    const { isByPlace } = placed?.[at < 0 ? from : at] ?? {}
    if (isByPlace === undefined) return 'not_drawn'
    if (!isByPlace) return column
    return isBound(column) ? from + 1 : { ...column, field: from + 1 }
  })
}

/**
 * The columns of a table at these of their places: in another order, or without some. Each shows the part of the rows that
 * it showed: one that its place gave it is written where its place changes. Undefined where a column cannot go there.
 */
export function columnsAt(state: EditorState, id: LayerId, places: readonly number[]): readonly object[] | undefined {
  const columns = placedColumns(state, id, places)
  const known = columns.filter((column) => typeof column === 'object')
  return known.length === columns.length ? known : undefined
}

/** Why the columns cannot be at these places; undefined where they can. */
export const fixedColumn = (...given: Parameters<typeof placedColumns>): Fixed | undefined =>
  placedColumns(...given).find((column) => typeof column !== 'object')
