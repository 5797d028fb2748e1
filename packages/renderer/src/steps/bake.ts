import { type Bounds, scaling } from '#renderer/geometry/matrix.ts'
import type { FilledLayer } from '#renderer/model/filled-layer.ts'
import { everyFilled } from '#renderer/model/filled-layer.ts'
import type { PlacedLayer } from '#renderer/model/layer-kind.ts'
import { isPicture } from '#renderer/properties/paint.ts'
import { drawnBounds } from './draw-bounds.ts'
import type { Filled } from './fill.ts'
import { everyLoaded, type Loaded, type LoadedPictures } from './load.ts'
import type { Placed } from './place.ts'
import type { Sized } from './size.ts'

/** A page in two parts that are drawn one after the other. */
export interface Split {
  /** What no value can change, and what does not lie over anything that one can. */
  readonly baked: readonly PlacedLayer[]
  readonly rest: readonly PlacedLayer[]
  /** Of each that is left, what drawing it may touch. */
  readonly touched: readonly Bounds[]
  /** Equal for equal baked parts, background included. */
  readonly key: string
}

/**
 * Tells what can be drawn once for many records. Layers that touch no common pixel may be drawn in any order, so a layer
 * moves to the front of the row when nothing that stays behind reaches into its bounds: then each pixel of the picture is
 * made by the same steps in the same order as without, whatever blends, masks and filters there are.
 */
export function split({ placed, drawing, images, lettering, ...page }: Sized & Filled & Loaded & Placed): Split {
  const { scale } = page
  const standing = { matrix: scaling(scale), scale }
  const isFixed = fixedAmong(drawing.layers)
  const baked: PlacedLayer[] = []
  const rest: PlacedLayer[] = []
  const taken: Bounds[] = []
  for (const layer of placed) {
    const bounds = drawnBounds(layer, standing)
    if (isFixed(layer.layer) && !taken.some((other) => overlap(bounds, other))) {
      baked.push(layer)
    } else {
      rest.push(layer)
      taken.push(bounds)
    }
  }
  const size = [page.widthPx, page.heightPx, scale]
  return {
    baked,
    rest,
    touched: taken,
    key: JSON.stringify([
      size,
      numberOf(lettering),
      markOfBackground({ drawing, images }),
      baked.map((each) => markOf(each, images)),
    ]),
  }
}

/** Whether copying a finished part takes less than drawing it again. */
export function pays({ baked }: Split, { widthPx, heightPx }: Sized): boolean {
  const parts = everyFilled(baked.map(({ layer }) => layer)).length
  return parts >= 1 + (widthPx * heightPx) / 1_000_000
}

/** No value can change the layer, what cuts it or what it is anchored to. */
function fixedAmong(layers: readonly FilledLayer[]): (layer: FilledLayer) => boolean {
  const byName = new Map(layers.map((layer) => [layer.name, layer]))
  const isFixed = ({ isStatic, source }: FilledLayer): boolean =>
    isStatic &&
    [source.anchor, source.mask].every((link) => {
      const other = link && byName.get(link.layer)
      return !other || isFixed(other)
    })
  return isFixed
}

function overlap(one: Bounds, other: Bounds): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

type Mark = readonly (number | Mark)[]

/** Says which layer it is, where, with which pictures: these may come late or be read anew. */
function markOf({ layer, x, y, mask }: PlacedLayer, images: Loaded['images']): Mark {
  const pictures = everyFilled([layer]).flatMap((each) => numbersOf(images.get(each)))
  return [numberOf(layer), x, y, pictures, mask ? markOf(mask, images) : []]
}

/** Equal for equal backgrounds of pages; of a picture its address says nothing, and may be long. */
export function markOfBackground({ drawing: { background, page }, images }: Filled & Pick<Loaded, 'images'>): string {
  const paint = isPicture(background) ? { ...background, src: '', fallback: '' } : background
  return JSON.stringify([paint, numbersOf(images.get(page))])
}

const numbersOf = (pictures: LoadedPictures | undefined): Mark =>
  everyLoaded(pictures).map(({ pixels }) => numberOf(pixels ?? missing))

const missing = {}
const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** The same number for the same object, another one for each other. */
function numberOf(object: object): number {
  const known = numbers.get(object)
  if (known !== undefined) return known
  numbers.set(object, ++lastNumber)
  return lastNumber
}
