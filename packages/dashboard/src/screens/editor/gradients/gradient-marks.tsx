import { type Matrix, type Point, transform } from '@pictable/editor'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'
import { type ActiveGradient, activeGradient } from './active-gradient.ts'
import type { GradientHandle } from './gradient-handles.ts'

/** Of the line, for a click, and of a handle, in CSS pixels. */
const LINE_PX = 8
const HIT_PX = 8

interface HandleProps {
  readonly handle: GradientHandle
  readonly isChosen: boolean
  readonly see: (point: Point) => Point
}

/** A stop shows its colour; a diamond changes the gradient as a whole. */
function Handle({ handle: { name, at, from, color }, isChosen, see }: HandleProps) {
  const { x, y } = see(at)
  const start = from && see(from)
  return (
    <g data-handle={`gradient-${name}`} className="pointer-events-auto cursor-pointer">
      {start && <line x1={start.x} y1={start.y} x2={x} y2={y} className="stroke-accent [stroke-dasharray:2_2]" />}
      <circle cx={x} cy={y} r={HIT_PX} fill="transparent" />
      {color === undefined ? (
        <rect
          x={x - 4}
          y={y - 4}
          width={8}
          height={8}
          rx={name === 'center' ? 0 : 4}
          transform={`rotate(45 ${x} ${y})`}
          className="fill-white stroke-accent stroke-[1.5] forced-colors:stroke-[Highlight]"
        />
      ) : (
        <>
          <circle
            cx={x}
            cy={y}
            r={isChosen ? 7.5 : 6.5}
            className={`fill-white stroke-accent forced-colors:stroke-[Highlight] ${isChosen ? 'stroke-2' : ''}`}
          />
          <circle cx={x} cy={y} r={4.5} fill={color} />
        </>
      )}
    </g>
  )
}

/** The matrix from what the gradient covers to the window. */
const toWindow =
  (matrix: Matrix, { view }: EditorState) =>
  (point: Point) =>
    toScreen(view, transform(matrix, point))

function Marks({ active, state }: { active: ActiveGradient; state: EditorState }) {
  const see = toWindow(active.matrix, state)
  const points = active.view.line
    .map(see)
    .map(({ x, y }) => `${x},${y}`)
    .join(' ')
  const chosen = state.paint?.path === active.path.join('.') ? `stop${state.paint.stop}` : null
  return (
    <>
      <g data-handle="gradient" className="pointer-events-auto cursor-copy fill-none">
        <polyline points={points} className="stroke-transparent" strokeWidth={LINE_PX} />
        <polyline points={points} className="stroke-white stroke-3" />
        <polyline points={points} className="stroke-accent forced-colors:stroke-[Highlight]" />
      </g>
      {active.view.handles.map((handle) => (
        <Handle key={handle.name} handle={handle} isChosen={handle.name === chosen} see={see} />
      ))}
    </>
  )
}

/** The line and the handles of a gradient: a click on the line adds a stop there. */
export function GradientMarks() {
  const session = useSession()
  // While something is dragged they are invisible, and stay where they were.
  const isStill = ({ isHolding, selection, paint }: EditorState) =>
    isHolding || (selection.length === 0 && paint === null)
  useEditor((state) => (isStill(state) ? null : state.document))
  useEditor((state) => (isStill(state) ? null : state.frame))
  useEditor((state) => (isStill(state) ? null : state.view))
  useEditor((state) => state.selection)
  useEditor((state) => state.paint)
  useEditor((state) => state.editing)
  useEditor((state) => state.readOnly)
  const isDragging = useEditor((state) => state.isHolding)
  const { state } = session
  const active = activeGradient(state)
  if (!active) return null
  return (
    <g className={isDragging ? 'opacity-0' : undefined}>
      <Marks active={active} state={state} />
    </g>
  )
}
