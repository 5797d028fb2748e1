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

/**
 * The columns of a table at these of their places: in another order, or without some. Each shows the part of the rows that
 * it showed: one that its place gave it is written where its place changes. Undefined where a record makes the column.
 */
export function columnsAt(state: EditorState, id: LayerId, places: readonly number[]): readonly object[] | undefined {
  const written = writtenColumns(layerAt(state.document, id))
  // The frame may be one change behind.
  const drawn = writtenColumns(drawnLayer(state, id))
  const placed = placeOf(state, id)?.columns
  const columns = places.map((from, to): object | undefined => {
    const given = written[from]
    const column = typeof given === 'object' && given !== null ? given : {}
    const at = drawn.indexOf(given)
    const isByPlace = placed?.[at < 0 ? from : at]?.isByPlace === true
    if (from === to || !isByPlace || ['field', 'values'].some((key) => Object.hasOwn(column, key))) return column
    return isBound(column) ? undefined : { ...column, field: from + 1 }
  })
  const known = columns.filter((column) => column !== undefined)
  return known.length === columns.length ? known : undefined
}
