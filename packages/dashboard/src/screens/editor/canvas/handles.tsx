import {
  boundsOfFrame,
  type Corner,
  cornersOf,
  frameMatrix,
  frameOfBox,
  HANDLES,
  type Handle,
  layerAt,
  linePoints,
  type Matrix,
  multiply,
  type Point,
  parentOf,
  radiiOf,
  radiusDot,
  transform,
  union,
} from '@pictable/editor'
import { pointsOf, radiusOf } from '#dashboard/screens/editor/gestures/point-gestures.ts'
import { handleCursor } from '#dashboard/screens/editor/gestures/resize-gesture.ts'
import { ROTATE_CURSOR } from '#dashboard/screens/editor/gestures/rotate-gesture.ts'
import { shapePoints } from '#dashboard/screens/editor/gestures/shape-points.ts'
import { frameIn, parentMatrix } from '#dashboard/screens/editor/session/laid-out.ts'
import { type EditorState, isLocked, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'

/** In CSS pixels. */
const SIDE_PX = 8
const HIT_PX = 14
const SMALL_PX = 24
const ROTATE_PX = 24
const DOTS_FROM_PX = 72
const DOT_INSET_PX = 14

/** Where a handle is in a box of 1 by 1. */
const PLACES: Readonly<Record<Handle, Point>> = {
  nw: { x: 0, y: 0 },
  n: { x: 0.5, y: 0 },
  ne: { x: 1, y: 0 },
  e: { x: 1, y: 0.5 },
  se: { x: 1, y: 1 },
  s: { x: 0.5, y: 1 },
  sw: { x: 0, y: 1 },
  w: { x: 0, y: 0.5 },
}

interface Selected {
  readonly matrix: Matrix
  readonly width: number
  readonly height: number
}

/** The box around what is selected: of one layer as it is turned, of several upright. */
export function selectedBox(state: EditorState): Selected | null {
  const [only, ...others] = state.selection
  if (only === undefined) return null
  const outer = parentMatrix(state, parentOf(state.document, only))
  const frames = [only, ...others].flatMap((id) => frameIn(state, id) ?? [])
  const [first] = frames
  if (!first) return null
  const frame = frames.length === 1 ? { ...first, flip: 'none' as const } : frameOfBox(union(frames.map(boundsOfFrame)))
  return { matrix: multiply(outer, frameMatrix(frame)), width: frame.width, height: frame.height }
}

interface GripProps {
  name: string
  at: Point
  cursor: string
  isRound?: boolean
}

/** A handle: easier to hit than it looks. */
function Grip({ name, at, cursor, isRound = false }: GripProps) {
  return (
    <g data-handle={name} className="pointer-events-auto" style={{ cursor }}>
      <rect x={at.x - HIT_PX / 2} y={at.y - HIT_PX / 2} width={HIT_PX} height={HIT_PX} fill="transparent" />
      <rect
        x={at.x - SIDE_PX / 2}
        y={at.y - SIDE_PX / 2}
        width={SIDE_PX}
        height={SIDE_PX}
        rx={isRound ? SIDE_PX / 2 : 1.5}
        className="fill-white stroke-accent stroke-[1.5] forced-colors:stroke-[Highlight]"
      />
    </g>
  )
}

/** Two ends instead of a box. */
function LineGrips({ state }: { state: EditorState }) {
  const [id] = state.selection
  const layer = id === undefined ? undefined : layerAt(state.document, id)
  const frame = id === undefined ? undefined : frameIn(state, id)
  const points = layer?.type === 'line' ? pointsOf(layer.points) : undefined
  if (id === undefined || !frame || !points) return null
  const outer = parentMatrix(state, parentOf(state.document, id))
  const seen = linePoints({ frame, points }).map((point) => toScreen(state.view, transform(outer, point)))
  const [start, end] = [seen[0], seen.at(-1)]
  if (!start || !end) return null
  return (
    <>
      <Grip name="start" at={start} cursor="move" isRound />
      <Grip name="end" at={end} cursor="move" isRound />
    </>
  )
}

const corners: readonly Corner[] = [0, 1, 2, 3]

/** A dot inside each corner that can be rounded. */
function RadiusDots({ state, box }: { state: EditorState; box: Selected }) {
  const [id, ...others] = state.selection
  const radius = id === undefined || others.length > 0 ? undefined : radiusOf(state, id)
  const { zoom } = state.view
  if (radius === undefined || Math.min(box.width, box.height) * zoom < DOTS_FROM_PX) return null
  return corners.map((corner) => {
    const inside = radiusDot(box, { corner, radius: radiiOf(radius)[corner], inset: DOT_INSET_PX / zoom })
    const { x, y } = toScreen(state.view, transform(box.matrix, inside))
    return (
      <g key={corner} data-handle={`radius${corner}`} className="pointer-events-auto cursor-pointer">
        <circle cx={x} cy={y} r={HIT_PX / 2} fill="transparent" />
        <circle cx={x} cy={y} r={3} className="fill-white stroke-accent stroke-[1.5]" />
      </g>
    )
  })
}

/** Points of the shape itself, such as the inner corners of a star. */
function ShapeDots({ state, box }: { state: EditorState; box: Selected }) {
  const [id, ...others] = state.selection
  if (id === undefined || others.length > 0 || Math.min(box.width, box.height) * state.view.zoom < DOTS_FROM_PX) {
    return null
  }
  const matrix = placeOf(state, id)?.matrix ?? box.matrix
  return shapePoints(state, id, box).map((point) => {
    const { x, y } = toScreen(state.view, transform(matrix, point.at))
    const isGrip = point.name.startsWith('move')
    return (
      <g
        key={point.name}
        data-handle={`shape-${point.name}`}
        className={`pointer-events-auto ${isGrip ? 'cursor-grab' : 'cursor-pointer'}`}
      >
        <circle cx={x} cy={y} r={HIT_PX / 2 + 1} fill="transparent" />
        {isGrip ? (
          <rect
            x={x - 8}
            y={y - 2.5}
            width={16}
            height={5}
            rx={2.5}
            className="fill-white stroke-accent stroke-[1.5]"
          />
        ) : (
          <rect
            x={x - 3.5}
            y={y - 3.5}
            width={7}
            height={7}
            transform={`rotate(45 ${x} ${y})`}
            className="fill-white stroke-accent stroke-[1.5]"
          />
        )}
      </g>
    )
  })
}

function BoxGrips({ state, box }: { state: EditorState; box: Selected }) {
  const { view } = state
  const see = (place: Point) =>
    toScreen(view, transform(box.matrix, { x: place.x * box.width, y: place.y * box.height }))
  const middle = see({ x: 0.5, y: 0.5 })
  const isSmall = Math.min(box.width, box.height) * view.zoom < SMALL_PX
  const outside = (at: Point) => {
    const length = Math.hypot(at.x - middle.x, at.y - middle.y) || 1
    const by = isSmall ? (length + SIDE_PX) / length : 1
    return { x: middle.x + (at.x - middle.x) * by, y: middle.y + (at.y - middle.y) * by }
  }
  const top = see(PLACES.n)
  const up = { x: top.x - see(PLACES.s).x, y: top.y - see(PLACES.s).y }
  const height = Math.hypot(up.x, up.y) || 1
  const knob = { x: top.x + (up.x / height) * ROTATE_PX, y: top.y + (up.y / height) * ROTATE_PX }
  const shown = HANDLES.filter((handle) => !isSmall || handle.length === 2)
  return (
    <>
      {shown
        .filter((handle) => handle.length === 2)
        .map((handle) => {
          const { x, y } = outside(see(PLACES[handle]))
          return (
            <circle
              key={handle}
              data-handle="rotate"
              cx={x}
              cy={y}
              r={HIT_PX / 2 + 12}
              fill="transparent"
              className="pointer-events-auto"
              style={{ cursor: ROTATE_CURSOR }}
            />
          )
        })}
      <line x1={top.x} y1={top.y} x2={knob.x} y2={knob.y} className="stroke-accent" />
      <g data-handle="rotate" className="pointer-events-auto" style={{ cursor: ROTATE_CURSOR }}>
        <circle cx={knob.x} cy={knob.y} r={HIT_PX / 2 + 2} fill="transparent" />
        <circle cx={knob.x} cy={knob.y} r={4.5} className="fill-white stroke-accent stroke-[1.5]" />
      </g>
      {/* What is inside the box belongs to the layer, not to the zones around its corners. */}
      <polygon
        points={cornersOf({ x: 0, y: 0, width: box.width, height: box.height }, box.matrix)
          .map((corner) => toScreen(view, corner))
          .map(({ x, y }) => `${x},${y}`)
          .join(' ')}
        fill="transparent"
        className="pointer-events-auto"
      />
      {shown.map((handle) => {
        const at = outside(see(PLACES[handle]))
        return <Grip key={handle} name={handle} at={at} cursor={handleCursor(box.matrix, handle)} />
      })}
      <RadiusDots state={state} box={box} />
      <ShapeDots state={state} box={box} />
    </>
  )
}

/** What the selection is resized, turned and rounded by. */
export function Handles() {
  const session = useSession()
  // While something is dragged they are invisible, and stay where they were.
  const isStill = ({ isHolding, selection }: EditorState) => isHolding || selection.length === 0
  useEditor((state) => (isStill(state) ? null : state.frame))
  useEditor((state) => (isStill(state) ? null : state.view))
  useEditor((state) => state.selection)
  useEditor(({ document }) => document.design.editor)
  const isDragging = useEditor((state) => state.isHolding)
  const isReadOnly = useEditor((state) => state.readOnly !== null)
  const isTyping = useEditor((state) => state.editing !== null)
  const { state } = session
  const box = selectedBox(state)
  if (isReadOnly || isTyping || !box) return null
  const [only] = state.selection
  const isLine = state.selection.length === 1 && only !== undefined && layerAt(state.document, only)?.type === 'line'
  const isDrawn = only !== undefined && placeOf(state, only) !== undefined
  // Chosen in the tree.
  const isFixed = state.selection.every((id) => isLocked(state.document, id))
  if (!isDrawn || isFixed) return null
  return (
    <g className={isDragging ? 'opacity-0' : undefined}>
      {isLine ? <LineGrips state={state} /> : <BoxGrips state={state} box={box} />}
    </g>
  )
}
