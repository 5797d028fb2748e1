import { RULER_PX } from '#dashboard/screens/editor/gestures/guide-gesture.ts'
import { guidesOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { boundsOfSelection } from '#dashboard/screens/editor/session/view-actions.ts'

/** Between two numbers of a ruler, in CSS pixels at least. */
const ROOM_PX = 56
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
/** Parts between two numbers. */
const PARTS = 5

type Axis = 'x' | 'y'

/** The numbers on a ruler that is `length` long and starts at `offset`. */
function ticks(
  zoom: number,
  offset: number,
  length: number,
): readonly { at: number; place: number; isNumber: boolean }[] {
  const step = STEPS.find((each) => each * zoom >= ROOM_PX) ?? 20_000
  const part = step / PARTS
  const first = Math.floor(-offset / zoom / part)
  const count = Math.ceil(length / zoom / part) + 1
  return Array.from({ length: count }, (_, index) => {
    const at = (first + index) * part
    return { at: Math.round(at * 10) / 10, place: at * zoom + offset, isNumber: (first + index) % PARTS === 0 }
  })
}

function Ruler({ axis }: { axis: Axis }) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  const window = useEditor((state) => state.window)
  useEditor((state) => state.frame)
  useEditor((state) => state.selection)
  const isAcross = axis === 'x'
  const length = isAcross ? window.width : window.height
  const box = boundsOfSelection(session.state)
  const [from, side] = box ? (isAcross ? [box.x, box.width] : [box.y, box.height]) : [0, 0]
  return (
    <svg
      aria-hidden="true"
      // From the ruler on top horizontal guides are dragged, from the one beside it upright ones.
      data-handle={isAcross ? 'guide-y' : 'guide-x'}
      className={`pointer-events-auto absolute start-0 top-0 border-line bg-raised ${isAcross ? 'w-full cursor-ns-resize border-b' : 'h-full cursor-ew-resize border-e'}`}
      style={isAcross ? { height: RULER_PX } : { width: RULER_PX }}
    >
      {/* Numbers along the left ruler run upwards. */}
      <g transform={isAcross ? undefined : 'rotate(-90)'}>
        {box && (
          <rect
            x={isAcross ? from * view.zoom + view.x : -(from + side) * view.zoom - view.y}
            y={0}
            width={Math.max(1, side * view.zoom)}
            height={RULER_PX}
            className="fill-accent-soft"
          />
        )}
        {ticks(view.zoom, isAcross ? view.x : view.y, length).map(({ at, place, isNumber }) => {
          const along = isAcross ? place : -place
          return (
            <g key={at}>
              <line
                x1={along}
                x2={along}
                y1={isNumber ? 0 : RULER_PX - 5}
                y2={RULER_PX}
                className="stroke-line-strong/50"
              />
              {isNumber && (
                <text x={along + 3} y={9} className="fill-ink-soft text-[9px] tabular-nums">
                  {at}
                </text>
              )}
            </g>
          )
        })}
      </g>
    </svg>
  )
}

/** The guides of the template, to be dragged. */
export function Guides() {
  const hasRulers = useEditor((state) => state.hasRulers)
  return hasRulers ? <GuideLines /> : null
}

function GuideLines() {
  const view = useEditor((state) => state.view)
  const window = useEditor((state) => state.window)
  const document = useEditor((state) => state.document)
  const isReadOnly = useEditor((state) => state.readOnly !== null)
  const guides = guidesOf(document)
  return (['x', 'y'] as const).flatMap((axis) =>
    guides[axis].map((at, index) => {
      const place = at * view.zoom + view[axis]
      const ends =
        axis === 'x'
          ? { x1: place, x2: place, y1: 0, y2: window.height }
          : { x1: 0, x2: window.width, y1: place, y2: place }
      return (
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: a guide is known by its place in the list
          key={`${axis}${index}`}
          data-handle={isReadOnly ? undefined : `guide-${axis}-${index}`}
          className={
            isReadOnly ? undefined : `pointer-events-auto ${axis === 'x' ? 'cursor-ew-resize' : 'cursor-ns-resize'}`
          }
        >
          <line {...ends} className="stroke-transparent" strokeWidth={7} />
          <line {...ends} className="stroke-cyan-500" strokeWidth={1} />
        </g>
      )
    }),
  )
}

/** Rulers along the upper and the left edge of the canvas. */
export function Rulers() {
  const hasRulers = useEditor((state) => state.hasRulers)
  if (!hasRulers) return null
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      <Ruler axis="x" />
      <Ruler axis="y" />
      <div
        className="absolute start-0 top-0 border-e border-b border-line bg-raised"
        style={{ width: RULER_PX, height: RULER_PX }}
      />
    </div>
  )
}
