import { type Box, boxAround, cornersOf, invert, type Matrix, type Point, transform } from '@pictable/editor'
import type { LaidOut, LaidOutLayer, TemplateInput, TemplateLayer, Values } from '@pictable/renderer/browser'
import { loadFonts, loadPicture, unpackWoff2 } from './files.ts'

/** A layer where it is drawn. */
export interface PlacedLayer {
  readonly path: readonly number[]
  readonly name: string
  readonly width: number
  readonly height: number
  /** From the coordinates of the layer to those of the page. */
  readonly matrix: Matrix
  /** The upright box around it, on the page. */
  readonly bounds: Box
  readonly textBounds?: Box
}

/** What of the page is drawn, and how large: device pixels per pixel of the page. */
export interface Region extends Box {
  readonly scale: number
}

/** A design as the browser draws it with one record. */
export interface Frame {
  readonly design: TemplateInput
  readonly values: Values
  /** By path, such as `0.2`. Invisible layers have no place. */
  readonly placed: ReadonlyMap<string, PlacedLayer>
  readonly warnings: LaidOut['report']['warnings']
  readonly report: LaidOut['report']['layers']
  draw(canvas: HTMLCanvasElement, region: Region): Promise<void>
  /** The layers under a point of the page, the top-most first; thin ones also within a margin, in pixels of the page. */
  hitTest(point: Point, margin: number): readonly PlacedLayer[]
}

export interface Engine {
  /** @throws what the renderer says of the design */
  layOut(design: TemplateInput, values: Values): Promise<Frame>
}

export const keyOfPath = (path: readonly number[]): string => path.join('.')

/** The browser renderer with the fonts and pictures of the server. */
export async function openEngine(): Promise<Engine> {
  const [{ createBrowserRenderer }, fonts] = await Promise.all([import('@pictable/renderer/browser'), loadFonts()])
  const renderer = createBrowserRenderer({ fonts, load: loadPicture, unpackWoff2 })
  return {
    async layOut(design, values) {
      const prepared = renderer.prepare(design)
      const laidOut = await renderer.layOut({ template: prepared, values })
      const scales = new Map([[1, Promise.resolve(laidOut)]])
      const placed = placesIn(design.layers, laidOut.layers)
      return {
        design,
        values,
        placed,
        warnings: laidOut.report.warnings,
        report: laidOut.report.layers,
        async draw(canvas, { scale }) {
          const known = scales.get(scale) ?? renderer.layOut({ template: prepared, values, scale })
          scales.set(scale, known)
          const drawn = await known
          drawn.draw(canvas)
        },
        hitTest: (point, margin) => [...placed.values()].filter((each) => isUnder(each, point, margin)).toReversed(),
      }
    },
  }
}

function placesIn(
  layers: readonly TemplateLayer[],
  laidOut: readonly LaidOutLayer[],
  outer: readonly number[] = [],
): ReadonlyMap<string, PlacedLayer> {
  const named = new Map(layers.map((layer, at) => [layer.name, { layer, path: [...outer, at] }]))
  const placed = new Map<string, PlacedLayer>()
  for (const { name, width, height, matrix, textBounds, children } of laidOut) {
    const written = named.get(name)
    if (!written) continue
    const { layer, path } = written
    const bounds = boxAround(cornersOf({ x: 0, y: 0, width, height }, matrix))
    placed.set(keyOfPath(path), { path, name, width, height, matrix, bounds, ...(textBounds && { textBounds }) })
    if (layer.type === 'group') for (const entry of placesIn(layer.children, children, path)) placed.set(...entry)
  }
  return placed
}

function isUnder({ matrix, width, height }: PlacedLayer, point: Point, margin: number): boolean {
  const inside = invert(matrix)
  if (!inside) return false
  const { x, y } = transform(inside, point)
  return x >= -margin && y >= -margin && x <= width + margin && y <= height + margin
}
