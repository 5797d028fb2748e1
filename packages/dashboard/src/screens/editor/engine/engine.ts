import type { Box, Matrix, Point } from '@pictable/editor'
import type { LaidOut, LaidOutLayer, TemplateInput, Values } from '@pictable/renderer/browser'
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
  const [{ createBrowserRenderer, draw, hitTest }, fonts] = await Promise.all([
    import('@pictable/renderer/browser'),
    loadFonts(),
  ])
  const renderer = createBrowserRenderer({ fonts, load: loadPicture, unpackWoff2 })
  return {
    async layOut(design, values) {
      const template = renderer.prepare(design)
      const laidOut = await renderer.layOut({ template, values })
      // Pictures are decoded for a scale.
      const scales = new Map([[1, Promise.resolve(laidOut)]])
      const placed = new Map(
        laidOut.layers.filter(({ hidden }) => !hidden).map((layer) => [keyOfPath(layer.path), placeOf(layer)]),
      )
      return {
        design,
        values,
        placed,
        warnings: laidOut.report.warnings,
        report: laidOut.report.layers,
        async draw(canvas, region) {
          const { scale } = region
          const known = scales.get(scale) ?? renderer.layOut({ template, values, scale })
          scales.set(scale, known)
          draw(await known, canvas, { view: region })
        },
        hitTest: (point, margin) =>
          hitTest(laidOut, point, { margin }).flatMap((path) => placed.get(keyOfPath(path)) ?? []),
      }
    },
  }
}

function placeOf({ path, name, box, matrix, bounds, textBounds }: LaidOutLayer): PlacedLayer {
  const { width, height } = box
  return { path, name, width, height, matrix, bounds, ...(textBounds && { textBounds }) }
}
