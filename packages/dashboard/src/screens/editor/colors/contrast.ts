import { type LayerId, layerAt } from '@pictable/editor'
import { luminanceOf, type Rgba } from '@pictable/renderer/template'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'

type Opaque = readonly [red: number, green: number, blue: number]

/** The contrast of WCAG 2, from 1 to 21, of a colour over an opaque one. */
function contrastOver([red, green, blue, alpha]: Rgba, ground: Opaque): number {
  const over = (channel: number, below: number) => channel * alpha + below * (1 - alpha)
  const seen = luminanceOf([over(red, ground[0]), over(green, ground[1]), over(blue, ground[2])])
  const [light, dark] = [seen, luminanceOf(ground)].toSorted((one, other) => other - one)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** Where a tenth of the ground makes a colour harder to see. */
const HARD_SHARE = 0.1
const OPAQUE_FROM = 128

/** The contrast of a colour where the ground suits it least, but for a few pixels; undefined without a ground. */
export function contrastWith(color: Rgba, pixels: ArrayLike<number>): number | undefined {
  const found: number[] = []
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]]
    if (alpha >= OPAQUE_FROM) found.push(contrastOver(color, [red, green, blue]))
  }
  return found.toSorted((one, other) => one - other)[Math.floor(found.length * HARD_SHARE)]
}

/** Sides of the picture of what is behind, at most. */
const SAMPLE_PX = 24

function isFrom(path: readonly number[], first: readonly number[]): boolean {
  const at = first.findIndex((index, depth) => path[depth] !== index)
  return at < 0 || (path[at] ?? -1) > (first[at] ?? 0)
}

/** Pixels of what is drawn behind a layer; undefined while it is not drawn. */
export function pixelsBehind(state: EditorState, id: LayerId): ArrayLike<number> | undefined {
  const { frame } = state
  const place = placeOf(state, id)
  if (!frame || !place || place.bounds.width <= 0 || place.bounds.height <= 0) return undefined
  const { bounds, path } = place
  const canvas = document.createElement('canvas')
  const scale = SAMPLE_PX / Math.max(bounds.width, bounds.height)
  const inFront = [...frame.placed.values()].map((each) => each.path).filter((each) => isFrom(each, path))
  frame.draw(canvas, { ...bounds, scale }, { except: inFront })
  return canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
}

const LARGE_PX = 24
const LARGE_BOLD_PX = 18.66

/** The contrast of WCAG 2 (AA) that a layer needs: more for small text. */
export function neededContrast(state: EditorState, id: LayerId): number {
  const layer = layerAt(state.document, id)
  if (layer?.type !== 'text' && layer?.type !== 'path-text') return 3
  const { fontSize = 32, fontWeight = 400 } = layer
  const isBold = typeof fontWeight === 'number' && fontWeight >= 700
  return typeof fontSize === 'number' && fontSize >= (isBold ? LARGE_BOLD_PX : LARGE_PX) ? 3 : 4.5
}
