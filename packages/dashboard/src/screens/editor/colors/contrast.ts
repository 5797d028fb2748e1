import { isFilled, type LayerId, layerAt, type PropertyPath } from '@pictable/editor'
import { ExpressionError } from '@pictable/renderer/expressions'
import { layerProperties } from '@pictable/renderer/property-schemas'
import { shownValues } from '@pictable/renderer/read-bound'
import { localeOf, luminanceOf, type Rgba, readColor } from '@pictable/renderer/template'
import { effective, partAt } from '#dashboard/screens/editor/properties/values.ts'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { type Contrasted, contrastedOf } from './grounds.ts'

/** A colour over another one. */
function over([red, green, blue, alpha]: Rgba, below: Rgba): Rgba {
  const whole = alpha + below[3] * (1 - alpha)
  const mixed = (channel: number, under: number) =>
    whole === 0 ? 0 : (channel * alpha + under * below[3] * (1 - alpha)) / whole
  return [mixed(red, below[0]), mixed(green, below[1]), mixed(blue, below[2]), whole]
}

/** The contrast of WCAG 2, from 1 to 21, of a colour over an opaque one. */
function contrastOver(color: Rgba, ground: Rgba): number {
  const [red, green, blue] = over(color, ground)
  const [one, other] = [luminanceOf([red, green, blue]), luminanceOf([ground[0], ground[1], ground[2]])]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Where a tenth of the ground makes a colour harder to see. */
const HARD_SHARE = 0.1
const OPAQUE_FROM = 0.5

/** The contrast of a colour where the ground suits it least, but for a few places; undefined without a ground. */
export function contrastWith(color: Rgba, grounds: readonly Rgba[]): number | undefined {
  const opaque = grounds.filter(([, , , alpha]) => alpha >= OPAQUE_FROM)
  const found = opaque.map((ground) => contrastOver(color, ground)).toSorted((one, other) => one - other)
  return found[Math.floor(found.length * HARD_SHARE)]
}

/** Sides of the picture of what is behind, at most. */
const SAMPLE_PX = 24

function isFrom(path: readonly number[], first: readonly number[]): boolean {
  const at = first.findIndex((index, depth) => path[depth] !== index)
  return at < 0 || (path[at] ?? -1) > (first[at] ?? 0)
}

/** Colours of what is drawn behind a layer; none while it is not drawn. */
function colorsBehind(state: EditorState, id: LayerId): readonly Rgba[] {
  const { frame } = state
  const place = placeOf(state, id)
  if (!frame || !place || place.bounds.width <= 0 || place.bounds.height <= 0) return []
  const { bounds, path } = place
  const canvas = document.createElement('canvas')
  const scale = SAMPLE_PX / Math.max(bounds.width, bounds.height)
  const inFront = [...frame.placed.values()].map((each) => each.path).filter((each) => isFrom(each, path))
  frame.draw(canvas, { ...bounds, scale }, { except: inFront })
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  return Array.from({ length: data.length / 4 }, (_, at): Rgba => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(4 * at, 4 * at + 4)
    return [red, green, blue, alpha / 255]
  })
}

/** What a property of a layer is, with the values of the record that is looked at; undefined where that cannot be said. */
function valueNow({ document, values }: EditorState, layer: object & { type: string }, name: string): unknown {
  const value = effective(layerProperties(layer.type)[name] ?? {}, partAt(layer, name))
  if (!isFilled(value)) return value
  try {
    return shownValues(value, { values, locale: localeOf(document.design, values), isPicture: false })[0]
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** The colours of a paint: one, or those of the stops of a gradient. */
function colorsOf(paint: unknown): readonly Rgba[] {
  const stops = [partAt(paint, 'stops')].flat().map((stop) => partAt(stop, 'color'))
  return [paint, ...stops]
    .map((color) => (typeof color === 'string' ? readColor(color) : undefined))
    .filter((color) => color !== undefined)
}

/** What a colour of a layer is told from: what is behind the layer, under the paints of its own that lie between. */
function groundsOf(state: EditorState, id: LayerId, { over: lists = [[]] }: Contrasted): readonly Rgba[] {
  const layer = layerAt(state.document, id)
  const behind = colorsBehind(state, id)
  if (!layer) return []
  return lists.flatMap((names) =>
    names.reduce<readonly Rgba[]>((below, name) => {
      const paints = colorsOf(valueNow(state, layer, name))
      return paints.length === 0 ? below : paints.flatMap((paint) => below.map((ground) => over(paint, ground)))
    }, behind),
  )
}

const LARGE_PX = 24
const LARGE_BOLD_PX = 18.66
const BOLD = 700

/** The contrast of WCAG 2 (AA) that a colour of a layer needs: more for small text. */
function neededFor(state: EditorState, id: LayerId, { font }: Contrasted): number {
  const layer = layerAt(state.document, id)
  if (font === undefined || !layer) return 3
  const read = (name: string) => valueNow(state, layer, name)
  const ofText = { size: read('fontSize'), weight: read('fontWeight') }
  const { size, weight } =
    font === 'text' ? ofText : { size: read('headerFontSize') ?? ofText.size, weight: read('headerFontWeight') }
  const isBold = typeof weight === 'number' && weight >= BOLD
  return typeof size === 'number' && size >= (isBold ? LARGE_BOLD_PX : LARGE_PX) ? 3 : 4.5
}

interface Contrast {
  readonly ratio: number
  readonly needed: number
}

/**
 * Measures how well a colour at a place in the selected layers is told from what it is drawn on: where that is hardest.
 * Undefined for a colour that nothing is said of.
 */
export function contrastAt(state: EditorState, path: PropertyPath): (color: Rgba) => Contrast | undefined {
  const places = state.selection.flatMap((id) => {
    const contrasted = contrastedOf(layerAt(state.document, id)?.type ?? '', path)
    if (!contrasted) return []
    return { grounds: groundsOf(state, id, contrasted), needed: neededFor(state, id, contrasted) }
  })
  return (color) => {
    const found = places.flatMap(({ grounds, needed }) => {
      const ratio = contrastWith(color, grounds)
      return ratio === undefined ? [] : { ratio, needed }
    })
    return found.toSorted((one, other) => one.ratio / one.needed - other.ratio / other.needed)[0]
  }
}
