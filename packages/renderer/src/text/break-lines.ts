import { firstBoundary, lastFittingBoundary } from './graphemes.ts'
import type { Paragraph, Segment } from './paragraph.ts'
import { measureRange } from './pieces.ts'
import type { TextBox } from './types.ts'

/** Rounding errors must not break a line that fits exactly. */
export const TOLERANCE_EM = 1e-6

export type Wrap = NonNullable<TextBox['wrap']>

export interface BrokenLine {
  readonly paragraph: Paragraph
  /** Index of the segment in which the line starts. */
  readonly segment: number
  readonly start: number
  /** Without the spaces that hang at its end. */
  readonly end: number
  readonly widthEm: number
  readonly aboveEm: number
  readonly belowEm: number
  /** Ends in a soft hyphen that shows. */
  readonly hyphenated: boolean
  /** Ends inside a word that is wider than the line may be. */
  readonly splitsWord: boolean
  readonly endsParagraph: boolean
}

/** Where a line starts. */
interface Position {
  readonly segment: number
  readonly offset: number
}

interface NextLine {
  readonly line: BrokenLine
  readonly next: Position
}

/** Greedy lines of one paragraph, each broken when asked for. */
export function* breakLines(paragraph: Paragraph, maxWidthEm: number, wrap: Wrap): Generator<BrokenLine, undefined> {
  let position: Position = { segment: 0, offset: paragraph.start }
  for (;;) {
    const { line, next } = nextLine(paragraph, position, { maxWidthEm: maxWidthEm + TOLERANCE_EM, wrap })
    yield line
    if (line.endsParagraph) return
    position = next
  }
}

interface Room {
  readonly maxWidthEm: number
  readonly wrap: Wrap
}

function nextLine(paragraph: Paragraph, from: Position, room: Room): NextLine {
  const filled = startLine(paragraph, from)
  let best: NextLine | undefined
  for (let index = from.segment; ; index++) {
    const segment = paragraph.segment(index)
    if (!segment) return filled.take({ endsParagraph: true })
    const start = Math.max(segment.start, from.offset)
    const widthEm =
      start === segment.start
        ? segment.widthEm
        : measureRange(paragraph.source, segment.pieces, { from: start, to: segment.contentEnd })
    if (room.wrap !== 'none' && filled.totalEm() + widthEm > room.maxWidthEm) {
      if (room.wrap === 'anywhere') return filled.split(segment, start, room)
      // Without a best there are only words before this one that fit, but not with their hyphens: it stays away.
      return best ?? (index > from.segment ? filled.take({}) : filled.split(segment, start, room))
    }
    filled.add(segment, widthEm)
    if (filled.totalEm() - segment.spacesEm + segment.hyphenEm <= room.maxWidthEm) {
      best = filled.take({ hyphenEm: segment.hyphenEm })
    }
  }
}

/** A line that is being filled. */
function startLine(paragraph: Paragraph, from: Position) {
  const strut = paragraph.source.spans[paragraph.source.spanAt(from.offset)]
  let aboveEm = Number.NEGATIVE_INFINITY
  let belowEm = Number.NEGATIVE_INFINITY
  let totalEm = 0
  let spacesEm = 0
  let end = from.offset
  let next = from

  function raise(segment: Segment): void {
    aboveEm = Math.max(aboveEm, segment.aboveEm)
    belowEm = Math.max(belowEm, segment.belowEm)
  }

  function take({ hyphenEm = 0, splitsWord = false, endsParagraph = false }): NextLine {
    const empty = aboveEm === Number.NEGATIVE_INFINITY
    const line: BrokenLine = {
      paragraph,
      segment: from.segment,
      start: from.offset,
      end,
      widthEm: totalEm - spacesEm + hyphenEm,
      aboveEm: empty ? (strut?.aboveEm ?? 0) : aboveEm,
      belowEm: empty ? (strut?.belowEm ?? 0) : belowEm,
      hyphenated: hyphenEm > 0,
      splitsWord,
      endsParagraph,
    }
    return { line, next }
  }

  return {
    totalEm: () => totalEm,
    add: (segment: Segment, widthEm: number): void => {
      raise(segment)
      totalEm += widthEm + segment.spacesEm
      spacesEm = segment.spacesEm
      end = segment.contentEnd
      next = { segment: next.segment + 1, offset: segment.end }
    },
    take,
    /** Ends the line inside `segment`; a line of its own takes at least one grapheme. */
    split: (segment: Segment, start: number, room: Room): NextLine => {
      const { source } = paragraph
      const range = { text: source.text, from: start, to: segment.contentEnd }
      const width = (to: number) => measureRange(source, segment.pieces, { from: start, to })
      const fitting = lastFittingBoundary({ ...range, fits: (to) => totalEm + width(to) <= room.maxWidthEm })
      if (fitting === start && start > from.offset) return take({})
      const cut = fitting > start ? fitting : firstBoundary(range.text, start, range.to)
      raise(segment)
      totalEm += width(cut)
      spacesEm = 0
      end = cut
      const rest = { segment: next.segment, offset: cut }
      next = cut < segment.contentEnd ? rest : { segment: next.segment + 1, offset: segment.end }
      return take({ splitsWord: true, endsParagraph: !paragraph.segment(next.segment) })
    },
  }
}
