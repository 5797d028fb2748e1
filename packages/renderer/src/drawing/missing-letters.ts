import type { Drawable, MissingMark } from '#renderer/model/layer-kind.ts'
import type { MissingCharacter } from '#renderer/text/text-geometry.ts'
import { geometryOf } from './edited-text.ts'
import { setTextOf } from './measure-text.ts'
import { missingBoxes } from './missing-boxes.ts'

/** Letters that neither the fonts that their text names nor a fallback font has. */
export interface MissingLetters {
  readonly families: readonly string[]
  /** Each once. */
  readonly letters: readonly string[]
}

type Missing = Pick<MissingCharacter, 'character' | 'families'>

const missingIn = (drawable: Drawable): readonly Missing[] => [
  ...(setTextOf(drawable)?.boxes ?? drawable.missing ?? []),
  ...(drawable.texts ?? []).flatMap((text) => missingIn(text.drawable)),
]

/** What is missing in all texts of a layer, by the fonts that they name. */
export function missingLettersOf(drawable: Drawable): readonly MissingLetters[] {
  const groups = Map.groupBy(missingIn(drawable), ({ families }) => families.join('\n'))
  return Array.from(groups.values(), (group) => ({
    families: group[0]?.families ?? [],
    letters: [...new Set(group.map(({ character }) => character))],
  }))
}

/** Where boxes are drawn for missing letters, in the frame of the layer. */
export function missingAreasOf(drawable: Drawable): readonly MissingMark['corners'][] {
  if (drawable.missing) return drawable.missing.map(({ corners }) => corners)
  const set = setTextOf(drawable)
  if (set) {
    return set.boxes.length === 0
      ? []
      : missingBoxes(geometryOf(set)).map(({ x, y, width, height }) => [
          { x, y },
          { x: x + width, y },
          { x: x + width, y: y + height },
          { x, y: y + height },
        ])
  }
  return (drawable.texts ?? []).flatMap((text) =>
    missingAreasOf(text.drawable).map((corners) => corners.map(({ x, y }) => ({ x: x + text.x, y: y + text.y }))),
  )
}
