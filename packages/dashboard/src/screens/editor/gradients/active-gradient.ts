import { IDENTITY, type LayerId, layerAt, type Matrix, type PropertyPath, type Size } from '@pictable/editor'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { type Gradient, readGradient } from './gradient.ts'
import { type GradientView, gradientView } from './gradient-handles.ts'

/** The gradient whose handles are on the canvas. */
export interface ActiveGradient {
  readonly target: LayerId | 'page'
  readonly path: PropertyPath
  readonly gradient: Gradient
  /** From what it covers to the page. */
  readonly matrix: Matrix
  readonly view: GradientView
}

interface Found {
  readonly path: PropertyPath
  readonly gradient: Gradient
}

/** A fill, the colour of a stroke, an entry of a list. */
const MAX_DEPTH = 2

/** The gradients that a layer is painted with, its fill first. */
function gradientsIn(holder: object, path: PropertyPath = []): readonly Found[] {
  const entries: readonly [string, unknown][] = Object.entries(holder)
  const found = entries.flatMap(([key, value]): readonly Found[] => {
    // What is inside of a group has paints of its own.
    if (typeof value !== 'object' || value === null || key === 'children') return []
    const own = [...path, Array.isArray(holder) ? Number(key) : key]
    const gradient = readGradient(value)
    if (gradient) return [{ path: own, gradient }]
    return own.length < MAX_DEPTH ? gradientsIn(value, own) : []
  })
  return found.toSorted((one, other) => Number(other.path[0] === 'fill') - Number(one.path[0] === 'fill'))
}

interface Painted {
  readonly target: LayerId | 'page'
  readonly holder: object
  readonly size: Size
  readonly matrix: Matrix
}

/** What is painted as a whole: cells of a table are painted one by one. */
function paintedOf(state: EditorState): Painted | undefined {
  const [only, ...others] = state.selection
  const { design } = state.document
  if (only === undefined) {
    const { background, width, height } = design
    return { target: 'page', holder: { background }, size: { width, height }, matrix: IDENTITY }
  }
  const layer = layerAt(state.document, only)
  const place = placeOf(state, only)
  if (others.length > 0 || !layer || layer.type === 'table' || !place) return undefined
  return { target: only, holder: layer, size: place, matrix: place.matrix }
}

/** That of the paint that is worked on in the inspector, else the first of the selected layer. */
export function activeGradient(state: EditorState): ActiveGradient | undefined {
  if (state.readOnly !== null || state.editing !== null) return undefined
  const painted = paintedOf(state)
  if (!painted) return undefined
  const all = gradientsIn(painted.holder)
  const worked = all.find(({ path }) => path.join('.') === state.paint?.path)
  // The page is seen behind everything: its handles come only when they are wanted.
  const found = worked ?? (painted.target === 'page' ? undefined : all[0])
  const view = found && gradientView(found.gradient, painted.size, state.view.zoom)
  return view && { ...found, target: painted.target, matrix: painted.matrix, view }
}
