import type { Drawable } from '#renderer/model/layer-kind.ts'
import { layoutText } from '#renderer/text/layout.ts'
import { type TextCut, type TextGeometry, textGeometry } from '#renderer/text/text-geometry.ts'
import type { TextBox } from '#renderer/text/types.ts'
import { drawableOf, type SetText, setTextOf } from './measure-text.ts'
import { type Span, spansOf } from './text-spans.ts'

/** Where the lines of a text are, where its caret can be, and what does not fit. */
export function geometryOf(set: SetText): TextGeometry {
  const { properties, spans, sources, box, layout, typesetter, boxes, cuts = cutsOf(set) } = set
  if (layout.lines.length > 0) return textGeometry({ layout, spans, sources, box, cuts, boxes }, typesetter)
  // A caret has a place in a text without any letter as well.
  const blank = spansOf({ ...properties, text: '\u200b' }, typesetter).spans
  const lines = layoutText(blank, box, typesetter).lines.map((line) => ({ ...line, start: 0, end: 0, runs: [] }))
  return textGeometry({ layout: { ...layout, lines }, spans, sources, box, cuts }, typesetter)
}

/** A drawable with all of the words of its text, at the size and the place that they have: those that do not fit are faint. */
export function uncutText(drawable: Drawable): Drawable {
  const set = setTextOf(drawable)
  return set && set.layout.truncatedCharacters > 0 ? drawableOf(uncut(set)) : drawable
}

function uncut(set: SetText): SetText {
  const { spans, layout, typesetter } = set
  const { maxLines: _, ...rest } = set.box
  const cuts = cutsOf(set)
  const parts = splitAt(
    spans,
    cuts.flatMap(({ start, end }) => [start, end]),
  )
  const box: TextBox = { ...rest, fontSizePx: layout.fontSizePx, verticalAlign: 'top', fit: { mode: 'overflow' } }
  const whole = layoutText(parts, box, typesetter)
  const downPx = (layout.lines[0]?.baselineYPx ?? 0) - (whole.lines[0]?.baselineYPx ?? 0)
  const lines = whole.lines.map((line) => ({
    ...line,
    baselineYPx: line.baselineYPx + downPx,
    runs: line.runs.map((run) => ({ ...run, baselineYPx: run.baselineYPx + downPx })),
  }))
  const bounds = { ...whole.bounds, y: whole.bounds.y + downPx }
  const { widthPx, heightPx } = layout
  return { ...set, spans: parts, box, cuts, layout: { ...layout, lines, bounds, widthPx, heightPx } }
}

const cutTexts = new WeakMap<SetText, readonly string[]>()

/** What does not fit, always the same list for the same text. */
export function cutTextsOf(set: SetText): readonly string[] {
  const known = cutTexts.get(set)
  if (known) return known
  const joined = set.spans.map(({ text }) => text).join('')
  const texts = (set.cuts ?? cutsOf(set)).map(({ start, end }) => joined.slice(start, end))
  cutTexts.set(set, texts)
  return texts
}

/** Where lines end in an ellipsis, up to where the next one begins. */
function cutsOf({ layout: { lines, truncatedCharacters }, spans }: SetText): TextCut[] {
  if (truncatedCharacters === 0) return []
  const length = spans.reduce((sum, { text }) => sum + text.length, 0)
  return lines.flatMap((line, index) => {
    const end = lines[index + 1]?.start ?? length
    const isCut = index === lines.length - 1 || line.runs.some((run) => run.start === run.end)
    return isCut && end > line.end ? [{ start: line.end, end }] : []
  })
}

function splitAt(spans: readonly Span[], places: readonly number[]): Span[] {
  let start = 0
  return spans.flatMap((span) => {
    const from = start
    start += span.text.length
    const inside = places.filter((place) => place > from && place < start)
    const ends = [...inside, start]
    return ends.map((end, index) => ({ ...span, text: span.text.slice((ends[index - 1] ?? from) - from, end - from) }))
  })
}
