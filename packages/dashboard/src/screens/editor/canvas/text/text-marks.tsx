import type { Matrix } from '@pictable/editor'
import { areasOfRange, type CaretLine, placeOfCaret } from '@pictable/editor/text'
import { overlayClass } from '#dashboard/screens/editor/canvas/stage.tsx'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import type { View } from '#dashboard/screens/editor/session/view.ts'
import { drawnIn } from '#dashboard/screens/editor/typing/drawn-text.ts'
import type { TextEditor } from '#dashboard/screens/editor/typing/text-editor.ts'
import { useText } from './use-text.ts'

/** From a layer to the window of the canvas, as SVG takes it. */
export function toWindow([a, b, c, d, e, f]: Matrix, { zoom, x, y }: View): string {
  return `matrix(${[a * zoom, b * zoom, c * zoom, d * zoom, e * zoom + x, f * zoom + y].join(' ')})`
}

/** Above the letters: chips, what is selected, and the caret. */
export function TextMarks() {
  const editor = useText()
  return editor && <MarksOf editor={editor} />
}

function MarksOf({ editor }: { editor: TextEditor }) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  const frame = useEditor((state) => state.frame)
  const place = placeOf(session.state, editor.layer)
  const found = drawnIn(frame)
  if (!place || !found) return null
  const { lines, drawn } = found
  return (
    <svg aria-hidden="true" className={overlayClass}>
      <g transform={toWindow(place.matrix, view)}>
        {[...drawn.text.chips.keys()].flatMap((at) =>
          areasOfRange(lines, { from: at, to: at + 1 }).map((area) => (
            <rect
              key={`${at} ${area.x} ${area.y}`}
              {...area}
              rx={area.height * 0.15}
              vectorEffect="non-scaling-stroke"
              className="fill-accent/10 stroke-accent/60"
            />
          )),
        )}
        {drawn.text === editor.text && <CaretMarks editor={editor} lines={lines} />}
      </g>
    </svg>
  )
}

function CaretMarks({ editor, lines }: { editor: TextEditor; lines: readonly CaretLine[] }) {
  const { range, selection } = editor
  if (range.to > range.from) {
    return areasOfRange(lines, range).map((area) => (
      <rect
        key={`${area.x} ${area.y}`}
        {...area}
        className="fill-accent/30 forced-colors:fill-[Highlight] forced-colors:opacity-50"
      />
    ))
  }
  const caret = placeOfCaret(lines, selection.caret)
  if (!caret) return null
  return (
    <line
      // A caret that moved is seen first, and blinks then.
      key={`${caret.x} ${caret.y}`}
      x1={caret.x}
      x2={caret.x}
      y1={caret.y}
      y2={caret.y + caret.height}
      vectorEffect="non-scaling-stroke"
      className="stroke-accent stroke-[1.5] motion-safe:animate-caret forced-colors:stroke-[Highlight]"
    />
  )
}
