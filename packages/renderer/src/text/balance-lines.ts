import { type BrokenLine, breakLines, type Wrap } from './break-lines.ts'

/** Longer paragraphs are left as they are: nobody sees the difference. */
const MOST_LINES = 30

/** Halvings of the width: the result is within a thousandth of the box. */
const STEPS = 10

/** The same paragraph in as many lines, as narrow as that allows. `lines` must be all of its lines. */
export function balanceLines(lines: readonly BrokenLine[], maxWidthEm: number, wrap: Wrap): readonly BrokenLine[] {
  const paragraph = lines[0]?.paragraph
  if (!paragraph || lines.length < 2 || lines.length > MOST_LINES || lines.some(({ splitsWord }) => splitsWord)) {
    return lines
  }
  let balanced = lines
  let tooNarrowEm = maxWidthEm / lines.length / 2
  let wideEnoughEm = maxWidthEm
  for (let step = 0; step < STEPS; step++) {
    const widthEm = (tooNarrowEm + wideEnoughEm) / 2
    const candidate = linesWithin(breakLines(paragraph, widthEm, wrap), lines.length)
    if (candidate && heightEm(candidate) <= heightEm(lines)) {
      balanced = candidate
      wideEnoughEm = widthEm
    } else {
      tooNarrowEm = widthEm
    }
  }
  return balanced
}

function linesWithin(lines: Iterable<BrokenLine>, most: number): BrokenLine[] | undefined {
  const taken: BrokenLine[] = []
  for (const line of lines) {
    taken.push(line)
    if (line.splitsWord || taken.length > most) return undefined
  }
  return taken
}

export function heightEm(lines: readonly BrokenLine[]): number {
  let height = 0
  for (const { aboveEm, belowEm } of lines) height += aboveEm + belowEm
  return height
}
