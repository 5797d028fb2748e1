import { type Distance, measureBoxes, type Point, type SnapLine } from '@pictable/editor'
import { NO_MARKS, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen, type View } from '#dashboard/screens/editor/session/view.ts'
import { boundsOfSelection, boxAroundSelection } from '#dashboard/screens/editor/session/view-actions.ts'
import { Outline } from './outline.tsx'

const CHARACTER_PX = 6.6
const LABEL_PX = 18

/** Words on a coloured ground, centred at a point. */
function Label({ at, text, className }: { at: Point; text: string; className: string }) {
  const width = text.length * CHARACTER_PX + 10
  return (
    <g>
      <rect x={at.x - width / 2} y={at.y - LABEL_PX / 2} width={width} height={LABEL_PX} rx={4} className={className} />
      <text
        x={at.x}
        y={at.y + 4}
        textAnchor="middle"
        className="fill-white text-[11px] font-medium tabular-nums"
        direction="ltr"
      >
        {text}
      </text>
    </g>
  )
}

function Line({ line: { axis, at, from, to }, view }: { line: SnapLine; view: View }) {
  const start = toScreen(view, axis === 'x' ? { x: at, y: from } : { x: from, y: at })
  const end = toScreen(view, axis === 'x' ? { x: at, y: to } : { x: to, y: at })
  return <line x1={start.x} y1={start.y} x2={end.x} y2={end.y} className="stroke-[#e11d48]" />
}

function Measure({ distance, view }: { distance: Distance; view: View }) {
  const [from, to] = [toScreen(view, distance.from), toScreen(view, distance.to)]
  return (
    <>
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className="stroke-[#e11d48]" />
      <Label
        at={{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }}
        text={String(Math.round(distance.length * 10) / 10)}
        className="fill-[#e11d48]"
      />
    </>
  )
}

/** Where in a row or column the layers would go. */
function Insertion({ from, to }: { from: Point; to: Point }) {
  return (
    <g className="fill-accent stroke-accent forced-colors:stroke-[Highlight]">
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} strokeWidth={3} strokeLinecap="round" />
      <circle cx={from.x} cy={from.y} r={3} />
      <circle cx={to.x} cy={to.y} r={3} />
    </g>
  )
}

/** With Alt: how far the selection is from what is pointed at, else from the edges of what it is in. */
function Measured({ view }: { view: View }) {
  const session = useSession()
  const hovered = useEditor((state) => state.hovered)
  const isMeasuring = useEditor((state) => state.isMeasuring && !state.isHolding)
  const { state } = session
  const own = boundsOfSelection(state)
  if (!isMeasuring || !own) return null
  const isOther = hovered !== null && !state.selection.includes(hovered)
  const other = isOther ? placeOf(state, hovered)?.bounds : boxAroundSelection(state)
  if (!other) return null
  return measureBoxes(own, other).map((distance) => (
    <Measure key={`${distance.from.x},${distance.from.y},${distance.to.x}`} distance={distance} view={view} />
  ))
}

/** What a gesture shows: lines it snaps to, distances, the marked area, sizes and angles. */
export function Marks() {
  const hasAny = useEditor(({ marks, isMeasuring }) => marks !== NO_MARKS || isMeasuring)
  return hasAny ? <Shown /> : null
}

function Shown() {
  const session = useSession()
  const marks = useEditor((state) => state.marks)
  const view = useEditor((state) => state.view)
  const { lines, distances, area, label, pointerLabel, insertion, ghosts, target } = marks
  const box = boundsOfSelection(session.state)
  const below = box && toScreen(view, { x: box.x + box.width / 2, y: box.y + box.height })
  const corner = area && toScreen(view, area)
  return (
    <>
      {lines.map((line) => (
        <Line key={`${line.axis}${line.at}`} line={line} view={view} />
      ))}
      {distances.map((distance) => (
        <Measure
          key={`${distance.from.x},${distance.from.y},${distance.to.x},${distance.to.y}`}
          distance={distance}
          view={view}
        />
      ))}
      <Measured view={view} />
      {area && corner && (
        <rect
          x={corner.x}
          y={corner.y}
          width={area.width * view.zoom}
          height={area.height * view.zoom}
          className="fill-accent/10 stroke-accent"
        />
      )}
      {target !== null && <Outline layer={target} className="fill-accent/10 stroke-accent stroke-2" />}
      {ghosts.map((corners) => (
        <polygon
          key={corners.map(({ x, y }) => `${x},${y}`).join(' ')}
          points={corners
            .map((corner) => toScreen(view, corner))
            .map(({ x, y }) => `${x},${y}`)
            .join(' ')}
          className="fill-accent/10 stroke-accent"
        />
      ))}
      {insertion && <Insertion from={toScreen(view, insertion.from)} to={toScreen(view, insertion.to)} />}
      {pointerLabel && (
        <Label
          at={{ x: pointerLabel.at.x + 28, y: pointerLabel.at.y + 24 }}
          text={pointerLabel.text}
          className="fill-accent"
        />
      )}
      {label !== null && below && <Label at={{ x: below.x, y: below.y + 16 }} text={label} className="fill-accent" />}
    </>
  )
}
