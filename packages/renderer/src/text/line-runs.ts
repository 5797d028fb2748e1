import type { BrokenLine } from './break-lines.ts'
import { isIdeographic } from './characters.ts'
import { type EllipsizedLine, linePieces } from './ellipsize.ts'
import { HYPHEN } from './paragraph.ts'
import type { Piece } from './pieces.ts'
import { isSpacedByUnits, spacedUnits } from './spaced-units.ts'

/** Text that is drawn at once, before it has a place. */
export interface LineRun {
  readonly text: string
  readonly spanIndex: number
  readonly level: number
  readonly start: number
  readonly end: number
  readonly widthEm: number
  /** Where the run can be widened: in each of its spaces, after its letters, or behind it. */
  readonly gaps: number
  /** The gaps are after letters: of Chinese and Japanese, which have no spaces to widen. */
  readonly betweenLetters: boolean
  /** Letter spacing is behind it, if anywhere. */
  readonly isUnit?: boolean
}

/** The runs of a line in logical order. With `separable` all that can be widened by itself is a run. */
export function lineRuns(line: BrokenLine | EllipsizedLine, separable: boolean): LineRun[] {
  const { source } = line.paragraph
  const pieces = linePieces(line)
  const spaced = pieces.some((piece) => piece.separators > 0 && source.spans[piece.spanIndex]?.style.wordSpacing !== 0)
  const runs: LineRun[] = []
  const alone = symbolsAlone(line, pieces)
  const kindOf = (piece: Piece): PieceKind => {
    if (piece.separators > 0 && (separable || spaced)) return 'space'
    return separable && isIdeographic(source.drawn(piece.start, piece.end)) ? 'ideograph' : 'word'
  }
  for (const group of groupPieces(pieces, { kindOf, alone })) {
    const run = joinPieces(line, group)
    if (run.text !== '') runs.push(...unitsOf(line, run))
  }
  if ('ellipsis' in line && line.ellipsis.text !== '') {
    const level = line.paragraph.direction === 'rtl' ? 1 : 0
    runs.push({ ...line.ellipsis, level, start: line.end, end: line.end, gaps: 0, betweenLetters: false })
  }
  return separable && line.paragraph.direction === 'ltr' ? withLetterGaps(runs) : runs
}

/** The parts of a run that are drawn by themselves, so that letter spacing parts no letter from its marks. */
function unitsOf({ paragraph: { source } }: BrokenLine, run: LineRun): LineRun[] {
  const { style, sizeRatio = 1 } = source.spans[run.spanIndex] ?? {}
  if (!style || style.letterSpacing === 0 || !isSpacedByUnits(run.text)) return [run]
  const offsets: number[] = []
  for (let at = run.start; at < run.end; at++) if (source.drawn(at, at + 1) !== '') offsets.push(at)
  const written = run.text.slice(0, offsets.length)
  const units = spacedUnits(written).map(({ start, end }) => {
    // What is not drawn parts nothing, and belongs to what is before it.
    const place = { start: start === 0 ? run.start : (offsets[start] ?? run.end), end: offsets[end] ?? run.end }
    return { ...place, text: written.slice(start, end) }
  })
  // A hyphen at its end is no character of the text.
  const hyphen = { start: run.end, end: run.end, text: run.text.slice(written.length) }
  const runs = [...units, ...(hyphen.text === '' ? [] : [hyphen])].map((unit) => {
    return { ...run, ...unit, gaps: 0, isUnit: true, widthEm: source.advanceEm(run.spanIndex, unit.text) }
  })
  return run.level % 2 === 0 ? withSpaces(runs, style.letterSpacing * sizeRatio) : runs
}

/** Units that begin with the spaces before them: drawn alone or last, spaces are missing in a PDF. */
function withSpaces(units: readonly LineRun[], spacingEm: number): LineRun[] {
  const isSpace = (unit: LineRun | undefined) => unit?.text.trim() === ''
  const joined: LineRun[] = []
  for (const unit of units) {
    const [before, space] = joined.slice(-2)
    if (before === undefined || space === undefined || !isSpace(space)) joined.push(unit)
    else {
      // The letter spacing between them goes before both, as nothing is put between what is drawn at once.
      const widthEm = space.widthEm + unit.widthEm - spacingEm
      const spaced = { ...unit, text: space.text + unit.text, start: space.start, widthEm }
      joined.splice(-2, 2, { ...before, widthEm: before.widthEm + spacingEm }, spaced)
    }
  }
  return joined
}

/** Chinese and Japanese letters stand as far from each other as justified words. */
function withLetterGaps(runs: readonly LineRun[]): LineRun[] {
  const isSpread = (run: LineRun | undefined) => run !== undefined && run.level === 0 && isIdeographic(run.text)
  return runs.map((run, index) => {
    const next = runs[index + 1]
    if (isSpread(run)) {
      const touches = next !== undefined && next.gaps === 0
      return { ...run, gaps: [...run.text].length - (touches ? 0 : 1), betweenLetters: true }
    }
    return run.gaps === 0 && run.level === 0 && isSpread(next) ? { ...run, gaps: 1 } : run
  })
}

const letterOrDigit = /[\p{L}\p{N}]/u

/**
 * Symbols between spaces, such as the star of `2 * 3`. Fonts give them another form and width beside digits and capitals,
 * also across spaces: drawn by themselves they are as wide as they were measured.
 */
function symbolsAlone({ paragraph }: BrokenLine, pieces: readonly Piece[]): ReadonlySet<Piece> {
  const isSpace = (piece: Piece | undefined) => piece === undefined || piece.separators > 0
  const { source } = paragraph
  return new Set(
    pieces.filter(
      (piece, index) =>
        !isSpace(piece) &&
        isSpace(pieces[index - 1]) &&
        isSpace(pieces[index + 1]) &&
        !letterOrDigit.test(source.drawn(piece.start, piece.end)),
    ),
  )
}

/** What is widened in different ways is drawn apart. */
type PieceKind = 'word' | 'space' | 'ideograph'

/** Neighbours in one span and at one level are drawn at once. */
function groupPieces(
  pieces: readonly Piece[],
  { kindOf, alone }: { readonly kindOf: (piece: Piece) => PieceKind; readonly alone: ReadonlySet<Piece> },
): Piece[][] {
  const groups: Piece[][] = []
  let group: Piece[] = []
  for (const piece of pieces) {
    const before = group.at(-1)
    const joins = before && before.spanIndex === piece.spanIndex && before.level === piece.level
    const apart = before && (kindOf(before) !== kindOf(piece) || kindOf(piece) === 'space')
    if (joins && !apart && !alone.has(piece) && !alone.has(before)) {
      group.push(piece)
    } else {
      group = [piece]
      groups.push(group)
    }
  }
  return groups
}

function joinPieces(line: BrokenLine, pieces: readonly Piece[]): LineRun {
  const { source } = line.paragraph
  const spanIndex = pieces[0]?.spanIndex ?? 0
  const level = pieces[0]?.level ?? 0
  const start = pieces[0]?.start ?? line.start
  const end = pieces.at(-1)?.end ?? start
  const hyphen = line.hyphenated && end === line.end ? HYPHEN : ''
  const text = source.drawn(start, end) + hyphen
  let widthEm = 0
  let separators = 0
  let touching = hyphen !== ''
  let afterText = false
  for (const piece of pieces) {
    widthEm += piece.widthEm
    separators += piece.separators
    touching ||= afterText && piece.separators === 0
    afterText = piece.separators === 0
  }
  // Kerning reaches over break opportunities without a space, as between all characters of Japanese.
  if (touching) widthEm = source.advanceEm(spanIndex, text)
  return { text, spanIndex, level, start, end, widthEm, gaps: separators, betweenLetters: false }
}
