import { visualOrder } from './bidi.ts'
import type { BrokenLine } from './break-lines.ts'
import type { EllipsizedLine } from './ellipsize.ts'
import { type LineRun, lineRuns } from './line-runs.ts'
import type { PlacedSpan } from './measured-text.ts'
import type { Direction, PositionedRun, TextBox, TextLine } from './types.ts'

export interface Placement {
  readonly box: TextBox
  readonly sizePx: number
  readonly topPx: number
}

/** Lines below each other, aligned in the box, their runs in visual order. */
export function placeLines(lines: readonly (BrokenLine | EllipsizedLine)[], placement: Placement): TextLine[] {
  let topPx = placement.topPx
  return lines.map((line) => {
    const placed = placeLine(line, { ...placement, topPx })
    topPx = placed.baselineYPx + placed.descentPx
    return placed
  })
}

/** Left edge of something in the box that is aligned like its lines. */
export function alignedLeftPx(box: Pick<TextBox, 'align' | 'widthPx'>, direction: Direction, widthPx: number): number {
  const rightToLeft = direction === 'rtl'
  const roomPx = box.widthPx - widthPx
  switch (box.align) {
    case 'left':
      return 0
    case 'right':
      return roomPx
    case 'center':
      return roomPx / 2
    case 'end':
      return rightToLeft ? 0 : roomPx
    default:
      return rightToLeft ? roomPx : 0
  }
}

function placeLine(line: BrokenLine | EllipsizedLine, { box, sizePx, topPx }: Placement): TextLine {
  const { direction, source } = line.paragraph
  const stretched = box.align === 'justify' && !line.endsParagraph && !('ellipsis' in line)
  const runs = lineRuns(line, stretched)
  let naturalPx = 0
  let gaps = 0
  for (const run of runs) {
    naturalPx += run.widthEm * sizePx
    gaps += run.gaps
  }
  const extraPx = stretched && gaps > 0 ? Math.max(0, box.widthPx - naturalPx) / gaps : 0
  const widthPx = naturalPx + extraPx * gaps
  const xPx = alignedLeftPx(box, direction, widthPx)
  const ascentPx = line.aboveEm * sizePx
  const baselineYPx = topPx + ascentPx
  let leftPx = xPx
  const placed = visualOrder(runs).map((run) => {
    const runPx = run.widthEm * sizePx + run.gaps * extraPx
    const behindPx = run.behindEm === undefined ? undefined : run.behindEm * sizePx + run.gaps * extraPx
    const at = { xPx: leftPx, baselineYPx, widthPx: runPx, ...(behindPx !== undefined && { behindPx }) }
    leftPx += runPx
    const spreadPx = run.betweenLetters ? extraPx : 0
    return placeRun(run, at, { span: source.spans[run.spanIndex], sizePx, spreadPx })
  })
  const range = { start: line.start, end: line.end, direction }
  return { xPx, baselineYPx, widthPx, ascentPx, descentPx: line.belowEm * sizePx, ...range, runs: placed }
}

interface Look {
  readonly span: PlacedSpan | undefined
  readonly sizePx: number
  /** Added after every letter of a justified line. */
  readonly spreadPx: number
}

function placeRun(
  { text, spanIndex, level, start, end, isUnit }: LineRun,
  at: Pick<PositionedRun, 'xPx' | 'baselineYPx' | 'widthPx' | 'behindPx'>,
  { span, sizePx, spreadPx }: Look,
): PositionedRun {
  const fontSizePx = sizePx * (span?.sizeRatio ?? 1)
  const letterSpacingPx = isUnit ? 0 : fontSizePx * (span?.style.letterSpacing ?? 0) + spreadPx
  return { text, spanIndex, direction: level % 2 === 1 ? 'rtl' : 'ltr', ...at, fontSizePx, letterSpacingPx, start, end }
}
