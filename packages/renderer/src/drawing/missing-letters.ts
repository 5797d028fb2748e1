import type { Box } from '#renderer/geometry/box.ts'
import type { Drawable, MissingMark } from '#renderer/model/layer-kind.ts'
import type { MissingCharacter } from '#renderer/text/text-geometry.ts'
import { geometryOf } from './edited-text.ts'
import { setTextOf } from './measure-text.ts'
import { MAX_MARKED, missingBoxes } from './missing-boxes.ts'

/** Letters that neither the fonts that their text names nor a fallback font has. */
export interface MissingLetters {
  readonly families: readonly string[]
  /** Each once. */
  readonly letters: readonly string[]
}

type Missing = Pick<MissingCharacter, 'character' | 'families'>

const everyMissing = (drawable: Drawable): readonly Missing[] => [
  ...(setTextOf(drawable)?.boxes ?? drawable.missing ?? []),
  ...(drawable.texts ?? []).flatMap((text) => everyMissing(text.drawable)),
]

/** What is missing in all texts of a layer, by the fonts that they name. */
export function missingLettersOf(drawable: Drawable): readonly MissingLetters[] {
  const groups = Map.groupBy(everyMissing(drawable), ({ families }) => families.join('\n'))
  return Array.from(groups.values(), (group) => ({
    families: group[0]?.families ?? [],
    letters: [...new Set(group.map(({ character }) => character))],
  }))
}

type Area = MissingMark['corners']

/** Of drawables, which never change: each is measured once. */
const known = new WeakMap<Drawable, readonly Area[]>()

/** Where boxes are drawn for the first missing letters, in the frame of the layer. */
export function missingAreasOf(drawable: Drawable): readonly Area[] {
  const areas = known.get(drawable) ?? firstAreas(drawable)
  known.set(drawable, areas)
  return areas
}

function firstAreas(drawable: Drawable): readonly Area[] {
  if (drawable.missing) return drawable.missing.slice(0, MAX_MARKED).map(({ corners }) => corners)
  const set = setTextOf(drawable)
  if (set) return set.boxes.length === 0 ? [] : missingBoxes(geometryOf(set)).map(cornersOf)
  const areas: Area[] = []
  for (const { drawable: text, x, y } of drawable.texts ?? []) {
    areas.push(
      ...missingAreasOf(text).map((corners) => corners.map((corner) => ({ x: corner.x + x, y: corner.y + y }))),
    )
    if (areas.length >= MAX_MARKED) return areas.slice(0, MAX_MARKED)
  }
  return areas
}

const cornersOf = ({ x, y, width, height }: Box): Area => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]
