import { type Bounds, boundsOf } from '#renderer/geometry/matrix.ts'
import type { LaidOutLayer } from '#renderer/render/laid-out-layers.ts'

interface Compared {
  /** The same design with its sample. */
  readonly sample: readonly LaidOutLayer[]
  readonly page: { readonly width: number; readonly height: number }
}

/** Below this, text that was shrunk cannot be read any more. */
const LEAST_FIT = 0.4
/** Lines are higher than their letters, and descenders of one line may reach the next. */
const TOUCHING_PX = 6

const words = ['text', 'path-text', 'table']
const codes = ['qr-code', 'barcode']
const shapes = ['rectangle', 'ellipse', 'star', 'polygon', 'group']

/** What is wrong with a page of hard values. */
export function flawsOf(layers: readonly LaidOutLayer[], { sample, page }: Compared): string[] {
  const seen = layers.filter(isSeen)
  return [
    ...seen.flatMap((layer) => ownFlaws(layer, page)),
    ...overlapsOf(seen).filter((pair) => !overlapsOf(sample.filter(isSeen)).includes(pair)),
    ...emptyFrames(layers, { sample, page }),
    ...(seen.some(({ kind }) => words.includes(kind)) ? [] : ['the page has no words']),
  ]
}

function isSeen({ hidden, empty, report }: LaidOutLayer): boolean {
  return !hidden && !empty && report?.missing === undefined
}

function ownFlaws(layer: LaidOutLayer, page: Compared['page']): string[] {
  const { name, kind, report = {} } = layer
  const { left, top, right, bottom } = inkOf(layer)
  const isOutside = left < -1 || top < -1 || right > page.width + 1 || bottom > page.height + 1
  return [
    ...(words.includes(kind) && isOutside ? [`${name} leaves the page`] : []),
    ...(report.overflows ? [`${name} leaves its box`] : []),
    ...((report.fit ?? 1) < LEAST_FIT ? [`${name} is shrunk to ${Math.round((report.fit ?? 1) * 100)} %`] : []),
    ...(report.missingGlyphs ? [`${name} lacks ${report.missingGlyphs.join()}`] : []),
  ]
}

/** Of a text its lines, otherwise its box. */
function inkOf({ textBounds, box, matrix }: LaidOutLayer): Bounds {
  return boundsOf(textBounds ?? box, matrix)
}

/** Pairs of texts, or of a text and a code, that are on top of each other. */
function overlapsOf(seen: readonly LaidOutLayer[]): string[] {
  const inked = seen.filter(({ kind }) => (kind !== 'path-text' && words.includes(kind)) || codes.includes(kind))
  return inked.flatMap((one, index) =>
    inked
      .slice(index + 1)
      .flatMap((other) => (areOver(inkOf(one), inkOf(other)) ? [`${one.name} is over ${other.name}`] : [])),
  )
}

function areOver(one: Bounds, other: Bounds): boolean {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return width > TOUCHING_PX && height > TOUCHING_PX
}

/** Shapes behind something in the sample, and behind nothing now: an empty pill, or a circle without its price. */
function emptyFrames(layers: readonly LaidOutLayer[], { sample, page }: Compared): string[] {
  return layers.flatMap((shape, index) => {
    if (!shapes.includes(shape.kind) || isGround(shape, page)) return []
    const contents = contentsOf(layers, index).filter(
      ({ kind, name }) => !shapes.includes(kind) || !sample.some((layer) => layer.name === name && isSeen(layer)),
    )
    const before = contentsOf(sample, index).filter(({ kind }) => !shapes.includes(kind))
    return isSeen(shape) && before.length > 0 && contents.length === 0 ? [`${shape.name} frames nothing`] : []
  })
}

/** It goes from edge to edge, or is larger than half of the page. */
function isGround({ box, matrix }: LaidOutLayer, page: Compared['page']): boolean {
  const { left, top, right, bottom } = boundsOf(box, matrix)
  const isAcross = (left <= 0 && right >= page.width) || (top <= 0 && bottom >= page.height)
  return isAcross || box.width * box.height > (page.width * page.height) / 2
}

/** What is seen in front of a shape: what is later in the design, not larger, and has its centre there. */
function contentsOf(layers: readonly LaidOutLayer[], index: number): LaidOutLayer[] {
  const shape = layers[index]
  if (!shape || !isSeen(shape)) return []
  const frame = boundsOf(shape.box, shape.matrix)
  return layers.slice(index + 1).filter((layer) => {
    const { left, top, right, bottom } = inkOf(layer)
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const isInside = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom
    const isLarger = right - left > frame.right - frame.left || bottom - top > frame.bottom - frame.top
    return isSeen(layer) && layer.kind !== 'line' && isInside && !isLarger
  })
}
