import { BOX, type Spans } from '#renderer/drawing/text-spans.ts'
import type { MissingMark } from '#renderer/model/layer-kind.ts'
import type { PositionedRun, Typesetter } from '#renderer/text/types.ts'
import type { Letter } from './letters.ts'
import type { Track } from './track.ts'

export interface PlacedLetter extends ReturnType<Track['at']> {
  readonly letter: Letter
}

interface Setting extends Pick<Spans, 'spans' | 'boxes'> {
  readonly typesetter: Pick<Typesetter, 'metrics'>
  /** From the path to the baseline. */
  readonly dropPx: number
}

/** Around each letter along a path in which a glyph is missing. */
export function missingMarks(letters: readonly PlacedLetter[], setting: Setting): MissingMark[] {
  const joined = setting.spans.map(({ text }) => text).join('')
  const boxes = new Map(setting.boxes.map((box) => [box.at, box]))
  let [run, from]: [PositionedRun | undefined, number] = [undefined, 0]
  return letters.flatMap((placed) => {
    const { letter } = placed
    if (run !== letter.run) [run, from] = [letter.run, letter.run.start]
    // Runs leave out what is not drawn, but no box.
    const betweenBoxes = letter.text.split(BOX)
    return betweenBoxes.slice(1).flatMap(() => {
      const at = joined.indexOf(BOX, from)
      from = at + 1
      const box = boxes.get(at)
      return box ? [{ character: box.character, families: box.families, corners: cornersOf(placed, setting) }] : []
    })
  })
}

function cornersOf({ x, y, angle, letter }: PlacedLetter, { typesetter, dropPx }: Setting): MissingMark['corners'] {
  const { ascent, descent } = typesetter.metrics(letter.span.style)
  const em = letter.run.fontSizePx / 100
  const [left, right] = [-letter.widthPx / 2, letter.widthPx / 2]
  const [top, bottom] = [dropPx - ascent * em, dropPx + descent * em]
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ].map(([along = 0, down = 0]) => ({ x: x + along * cos - down * sin, y: y + along * sin + down * cos }))
}
