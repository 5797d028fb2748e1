import { balanceLines } from './balance-lines.ts'
import { type BrokenLine, breakLines, TOLERANCE_EM, type Wrap } from './break-lines.ts'
import { type EllipsizedLine, ellipsize, prolong } from './ellipsize.ts'
import type { MeasuredText } from './measured-text.ts'
import type { Paragraph } from './paragraph.ts'

/** No picture shows more; bounds what a hostile text can cost. */
const MOST_LINES = 5_000

/** How many lines that are left out are counted. */
const MOST_COUNTED = 100

export interface LineRoom {
  readonly widthEm: number
  /** Lines below it are left out; infinite to keep them. */
  readonly heightEm: number
  readonly maxLines: number
  readonly wrap: Wrap
  readonly balance: boolean
  readonly ellipsis: string
  /** Shorten lines that are wider than the room. */
  readonly cutsWidth: boolean
}

export interface CollectedLines {
  readonly lines: readonly (BrokenLine | EllipsizedLine)[]
  readonly truncatedLines: number
  readonly truncatedCharacters: number
}

export interface BreakableText {
  readonly source: MeasuredText
  readonly paragraph: (index: number) => Paragraph | undefined
}

/** The lines that stay in the room, at least one of them, and what was left out. */
export function collectLines(text: BreakableText, room: LineRoom): CollectedLines {
  const { source } = text
  const lines: BrokenLine[] = []
  let heightEm = 0
  let truncatedLines = 0
  for (let index = 0; truncatedLines === 0; index++) {
    const paragraph = text.paragraph(index)
    if (!paragraph) break
    const own: BrokenLine[] = []
    for (const line of breakLines(paragraph, room.widthEm, room.wrap)) {
      const count = lines.length + own.length
      heightEm += line.aboveEm + line.belowEm
      const full = count >= Math.min(room.maxLines, MOST_LINES) || heightEm > room.heightEm + TOLERANCE_EM
      if (full && count > 0 && ++truncatedLines >= MOST_COUNTED) break
      if (truncatedLines === 0) own.push(line)
    }
    const whole = truncatedLines === 0 && room.balance
    lines.push(...(whole ? balanceLines(own, room.widthEm, room.wrap) : own))
    if (truncatedLines > 0)
      truncatedLines += countLines(text, index + 1, { ...room, most: MOST_COUNTED - truncatedLines })
  }
  return shorten(lines, source, { room, truncatedLines })
}

function countLines(text: BreakableText, first: number, room: LineRoom & { readonly most: number }): number {
  let count = 0
  for (let index = first; count < room.most; index++) {
    const paragraph = text.paragraph(index)
    if (!paragraph) break
    for (const _ of breakLines(paragraph, room.widthEm, room.wrap)) if (++count >= room.most) break
  }
  return count
}

/** Marks what was left out at the end, and what must be cut because it is too wide. */
function shorten(
  lines: readonly BrokenLine[],
  source: MeasuredText,
  { room, truncatedLines }: { readonly room: LineRoom; readonly truncatedLines: number },
): CollectedLines {
  const rest = source.text.slice(lines.at(-1)?.end ?? 0)
  // Empty lines at the end leave nothing out that could be seen.
  const incomplete = source.totalLength > source.text.length || (truncatedLines > 0 && /\S/.test(rest))
  let truncatedCharacters = 0
  const shortened = lines.map((line, index) => {
    const leavesOut = incomplete && index === lines.length - 1
    const tooWide = room.cutsWidth && room.wrap === 'none' && line.widthEm > room.widthEm + TOLERANCE_EM
    if (!leavesOut && !tooWide) return line
    const whole = leavesOut ? prolong(line, room.widthEm) : line
    const short = ellipsize(whole, room.ellipsis, room.widthEm)
    truncatedCharacters += (leavesOut ? source.totalLength : line.end) - short.end
    return short
  })
  return { lines: shortened, truncatedLines: incomplete ? truncatedLines : 0, truncatedCharacters }
}
