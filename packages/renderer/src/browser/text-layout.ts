import { cutTextsOf, geometryOf, uncutText } from '#renderer/drawing/edited-text.ts'
import { setTextOf } from '#renderer/drawing/measure-text.ts'
import { type MissingLetters, missingAreasOf, missingLettersOf } from '#renderer/drawing/missing-letters.ts'
import { curesOf, type TextCures } from '#renderer/drawing/text-cures.ts'
import type { Drawable, MissingMark, PlacedLayer } from '#renderer/model/layer-kind.ts'
import type { LayerPath } from '#renderer/steps/pick.ts'
import type { TextGeometry } from '#renderer/text/text-geometry.ts'
import { type Drawn, type LaidOut, laidOutOf, stateOf } from './laid-out.ts'

const NONE: readonly string[] = []

/**
 * Where the lines of a text layer are and where its caret can be, in the frame of the layer (`matrix` leads to the page).
 * Undefined where the layer has no text or is not drawn.
 */
export function textLayout(laidOut: LaidOut, path: LayerPath): TextGeometry | undefined {
  const drawable = drawableAt(laidOut, path)
  const set = drawable && setTextOf(drawable)
  return set && geometryOf(set)
}

/** What of a text layer does not fit into its box: always the same list while its text is drawn the same. */
export function cutTexts(laidOut: LaidOut, path: LayerPath): readonly string[] {
  const drawable = drawableAt(laidOut, path)
  const set = drawable && setTextOf(drawable)
  return set ? cutTextsOf(set) : NONE
}

/** What would make all of a text layer fit into its box: always the same object while its text is drawn the same. */
export function textCures(laidOut: LaidOut, path: LayerPath): TextCures | undefined {
  const drawable = drawableAt(laidOut, path)
  const set = drawable && setTextOf(drawable)
  return set && curesOf(set)
}

/** What is missing in the texts of a layer, by the fonts that these name. */
export function missingLetters(laidOut: LaidOut, path: LayerPath): readonly MissingLetters[] {
  const drawable = drawableAt(laidOut, path)
  return drawable ? missingLettersOf(drawable) : []
}

/** The corners of the boxes that are drawn for missing letters, in the frame of the layer. */
export function missingAreas(laidOut: LaidOut, path: LayerPath): readonly MissingMark['corners'][] {
  const drawable = drawableAt(laidOut, path)
  return drawable ? missingAreasOf(drawable) : []
}

/** By their paths; of a path that is drawn several times, the first. */
type DrawableIndex = ReadonlyMap<string, Drawable>

const indices = new WeakMap<LaidOut, DrawableIndex>()

function indexOf(laidOut: LaidOut): DrawableIndex {
  const { placed, pathOf } = stateOf(laidOut)
  const index = new Map<string, Drawable>()
  const add = (layer: PlacedLayer) => {
    const path = pathOf(layer).join()
    if (!index.has(path)) index.set(path, layer.drawable)
    for (const child of layer.drawable.children ?? []) add(child)
    if (layer.mask) add(layer.mask)
  }
  placed.forEach(add)
  return index
}

function drawableAt(laidOut: LaidOut, path: LayerPath): Drawable | undefined {
  const index = indices.get(laidOut) ?? indexOf(laidOut)
  indices.set(laidOut, index)
  return index.get(path.join())
}

/** A picture for the time in which a text layer is edited: what does not fit into its box is drawn faintly, not cut off. */
export function withoutCuts(laidOut: LaidOut, path: LayerPath): LaidOut {
  const drawn = stateOf(laidOut)
  return laidOutOf({ ...drawn, placed: uncutAt(drawn.placed, { path, drawn }) }, laidOut.report.ms)
}

function uncutAt(placed: readonly PlacedLayer[], at: { path: LayerPath; drawn: Drawn }): PlacedLayer[] {
  const wanted = at.path.join()
  return placed.map((each) => {
    const own = at.drawn.pathOf(each).join()
    if (own === wanted) return { ...each, drawable: uncutText(each.drawable) }
    const { children } = each.drawable
    if (!children || !wanted.startsWith(`${own},`)) return each
    return { ...each, drawable: { ...each.drawable, children: uncutAt(children, at) } }
  })
}
