import { breakLines, TOLERANCE_EM } from './break-lines.ts'
import type { BreakableText } from './collect-lines.ts'
import type { TextBox } from './types.ts'

/** Sizes tried lie this far apart, beside the smallest and the largest themselves. */
const STEP_PX = 0.5

/** The largest size in px from `minPx` to `maxPx` at which all of the text fits into the box; `minPx` when none does. */
export function fitSize(text: BreakableText, box: TextBox, { minPx, maxPx }: { minPx: number; maxPx: number }): number {
  if (maxPx <= minPx || fitsAt(text, box, maxPx)) return Math.max(minPx, maxPx)
  const firstStep = Math.floor(minPx / STEP_PX)
  let fitting = 0
  let tooLarge = Math.ceil(maxPx / STEP_PX) - firstStep
  while (tooLarge - fitting > 1) {
    const middle = (fitting + tooLarge) >> 1
    if (fitsAt(text, box, (firstStep + middle) * STEP_PX)) fitting = middle
    else tooLarge = middle
  }
  return fitting === 0 ? minPx : (firstStep + fitting) * STEP_PX
}

/** All lines fit the height and the number of lines, and no word is wider than the box. */
function fitsAt(text: BreakableText, box: TextBox, sizePx: number): boolean {
  const { wrap = 'word', maxLines = Number.POSITIVE_INFINITY } = box
  const widthEm = box.widthPx / sizePx
  const heightEm = box.heightPx / sizePx + TOLERANCE_EM
  let lines = 0
  let usedEm = 0
  for (let index = 0; ; index++) {
    const paragraph = text.paragraph(index)
    if (!paragraph) return text.source.totalLength === text.source.text.length
    for (const line of breakLines(paragraph, widthEm, wrap)) {
      lines++
      usedEm += line.aboveEm + line.belowEm
      const tooWide = wrap === 'word' ? line.splitsWord : line.widthEm > widthEm + TOLERANCE_EM
      if (lines > maxLines || usedEm > heightEm || tooWide) return false
    }
  }
}
