import type { BrokenLine } from './break-lines.ts'
import { isIdeographic, isSpace } from './characters.ts'
import { type EllipsizedLine, linePieces } from './ellipsize.ts'
import type { MeasuredText } from './measured-text.ts'
import { HYPHEN } from './paragraph.ts'
import type { Piece } from './pieces.ts'
import { spacedUnits } from './spaced-units.ts'

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
  /** Of its width, what parts it from a space that is drawn with the next run; the gaps are there as well. */
  readonly behindEm?: number
}

/** The runs of a line in logical order. With `separable` all that can be widened by itself is a run. */
export function lineRuns(line: BrokenLine | EllipsizedLine, separable: boolean): LineRun[] {
  const { source } = line.paragraph
  const pieces = linePieces(line)
  const runs: LineRun[] = []
  for (const group of groupPieces(pieces, {
    kinds: kindsOf(pieces, source, separable),
    alone: symbolsAlone(line, pieces),
  })) {
    const run = joinPieces(line, group)
    if (run.text !== '') runs.push(...unitsOf(line, run))
  }
  if ('ellipsis' in line && line.ellipsis.text !== '') {
    const level = line.paragraph.direction === 'rtl' ? 1 : 0
    const run = { ...line.ellipsis, level, start: line.end, end: line.end, gaps: 0, betweenLetters: false }
    runs.push(...unitsOf(line, run))
  }
  const spaced = withSpaces(runs, source)
  return separable && line.paragraph.direction === 'ltr' ? withLetterGaps(spaced) : spaced
}

/** What is widened in different ways is drawn apart, and so is what canvases space by themselves and what they do not. */
type PieceKind = 'word' | 'units' | 'space' | 'ideograph'

/** Of each piece. */
function kindsOf(pieces: readonly Piece[], source: MeasuredText, separable: boolean): PieceKind[] {
  const spaced = pieces.some((piece) => piece.separators > 0 && source.spans[piece.spanIndex]?.style.wordSpacing !== 0)
  const letters = lettersOf(pieces, source)
  const isUnits = (index: number, { spanIndex }: Piece) =>
    letters[index] === 'units' && pieces[index]?.spanIndex === spanIndex
  return pieces.map((piece, index) => {
    if (piece.separators > 0 && (separable || spaced)) return 'space'
    const besideUnits = isUnits(index - 1, piece) || isUnits(index + 1, piece)
    const kind = letters[index] ?? 'word'
    if (kind === 'nothing') return besideUnits ? 'units' : 'word'
    if (besideUnits && isSpace(source.text.charCodeAt(piece.start))) return 'space'
    return kind === 'ideograph' && !separable ? 'word' : kind
  })
}

/** What pieces are by themselves, and `nothing` where none of it is drawn. */
function lettersOf(pieces: readonly Piece[], source: MeasuredText): (PieceKind | 'nothing')[] {
  let behind = ''
  const reversed = pieces.toReversed().map(({ spanIndex, start, end }) => {
    const drawn = source.drawn(start, end)
    if (drawn === '') return 'nothing'
    // A mark at the start of the next piece belongs to this one.
    const marked = startsWithMark(behind) ? drawn + behind : drawn
    behind = drawn
    if (source.isSpacedByUnits(spanIndex, marked)) return 'units'
    return isIdeographic(drawn) ? 'ideograph' : 'word'
  })
  return reversed.toReversed()
}

const startsWithMark = (text: string) => /^\p{M}/u.test(text)

/** The parts of a run that are drawn by themselves, so that letter spacing parts no letter from its marks. */
function unitsOf({ paragraph: { source } }: BrokenLine, run: LineRun): LineRun[] {
  if (!source.isSpacedByUnits(run.spanIndex, run.text)) return [run]
  const offsets: number[] = []
  for (let at = run.start; at < run.end; at++) if (source.drawn(at, at + 1) !== '') offsets.push(at)
  // A hyphen at its end and an ellipsis are no characters of the text.
  const written = run.text.slice(0, offsets.length)
  const added = run.text.slice(offsets.length)
  const units = spacedUnits(written).map(({ start, end }) => {
    // What is not drawn parts nothing, and belongs to what is before it.
    const place = { start: start === 0 ? run.start : (offsets[start] ?? run.end), end: offsets[end] ?? run.end }
    return { ...place, text: written.slice(start, end) }
  })
  const behind = spacedUnits(added).map(({ start, end }) => {
    return { start: run.end, end: run.end, text: added.slice(start, end) }
  })
  return [...units, ...behind].map((unit) => {
    return { ...run, ...unit, gaps: 0, isUnit: true, widthEm: source.advanceEm(run.spanIndex, unit.text) }
  })
}

/** Runs that begin with the spaces before them, beside units: drawn alone or last, spaces are missing in a PDF. */
function withSpaces(runs: readonly LineRun[], source: MeasuredText): LineRun[] {
  const joined: LineRun[] = []
  for (const run of runs) {
    const [before, space] = joined.slice(-2)
    if (before && space && joinsSpace(space, { before, run }))
      joined.splice(-2, 2, ...joinSpace(space, { before, run, source }))
    else joined.push(run)
  }
  return joined
}

interface Neighbours {
  readonly before: LineRun
  readonly run: LineRun
}

function joinsSpace(space: LineRun, { before, run }: Neighbours): boolean {
  return (
    (before.isUnit === true || run.isUnit === true) &&
    space.text.trim() === '' &&
    // Marks such as a highlight end with their words.
    [before, space].every(({ spanIndex }) => spanIndex === run.spanIndex) &&
    run.start < run.end &&
    [before, space, run].every(({ level }) => level === run.level && level % 2 === 0) &&
    ![before, run].some(({ text }) => isIdeographic(text))
  )
}

/** What the space is wider than it is drawn with letters goes before it, as nothing is put between what is drawn at once. */
function joinSpace(
  space: LineRun,
  { before, run, source }: Neighbours & { readonly source: MeasuredText },
): [LineRun, LineRun] {
  const text = space.text + run.text
  const widthOf = run.isUnit ? source.wholeEm : source.advanceEm
  const drawnEm = widthOf(run.spanIndex, text) - widthOf(run.spanIndex, run.text)
  const behindEm = space.widthEm - drawnEm
  return [
    {
      ...before,
      widthEm: before.widthEm + behindEm,
      behindEm: (before.behindEm ?? 0) + behindEm,
      gaps: before.gaps + space.gaps,
    },
    { ...run, text, start: space.start, widthEm: run.widthEm + drawnEm },
  ]
}

/** Chinese and Japanese letters stand as far from each other as justified words. */
function withLetterGaps(runs: readonly LineRun[]): LineRun[] {
  const isSpread = (run: LineRun | undefined) => run !== undefined && run.level === 0 && isIdeographic(run.text)
  return runs.map((run, index) => {
    const next = runs[index + 1]
    if (isSpread(run)) {
      const touches = next !== undefined && (next.gaps === 0 || next.behindEm !== undefined)
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
  const isGap = (piece: Piece | undefined) => piece === undefined || piece.separators > 0
  const { source } = paragraph
  return new Set(
    pieces.filter(
      (piece, index) =>
        !isGap(piece) &&
        isGap(pieces[index - 1]) &&
        isGap(pieces[index + 1]) &&
        !letterOrDigit.test(source.drawn(piece.start, piece.end)),
    ),
  )
}

/** Neighbours in one span and at one level are drawn at once. */
function groupPieces(
  pieces: readonly Piece[],
  { kinds, alone }: { readonly kinds: readonly PieceKind[]; readonly alone: ReadonlySet<Piece> },
): Piece[][] {
  const groups: Piece[][] = []
  let group: Piece[] = []
  for (const [index, piece] of pieces.entries()) {
    const before = group.at(-1)
    const joins = before && before.spanIndex === piece.spanIndex && before.level === piece.level
    const apart = before && (kinds[index - 1] !== kinds[index] || kinds[index] === 'space')
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
