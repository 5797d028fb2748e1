import { createPipeline } from '#renderer/async/pipeline.ts'
import { unlessCancelled } from '#renderer/async/unless-cancelled.ts'
import { clearedSheet } from '#renderer/canvas/browser.ts'
import type { ServedFace } from '#renderer/fonts/served-face.ts'
import type { Box } from '#renderer/geometry/box.ts'
import { type Matrix, scaling, within } from '#renderer/geometry/matrix.ts'
import type { Load, Prepared, RenderJob, RenderReport } from '#renderer/jobs/job.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import { createPreparer } from '#renderer/jobs/preparer.ts'
import type { PlacedLayer } from '#renderer/model/layer-kind.ts'
import { layOut } from '#renderer/render/lay-out.ts'
import { checkSize } from '#renderer/steps/check.ts'
import { drawPage } from '#renderer/steps/draw.ts'
import { report } from '#renderer/steps/report.ts'
import type { TemplateInput } from '#renderer/template/template.ts'
import { onPage } from './on-page.ts'

export interface BrowserRendererOptions {
  /** The fonts that templates may use; each is loaded when a text first needs it. */
  readonly fonts: readonly ServedFace[]
  /** Brings the bytes of pictures and of the fonts of templates; `data:` URLs work without it. Default: `fetch`. */
  readonly load?: Load
  /** Turns WOFF2 files of templates into TTF or OTF, which layout reads; outlines may be left out. */
  readonly unpackWoff2?: (bytes: Uint8Array) => Promise<Uint8Array>
  /** Bound on the decoded pictures that are kept; default 96 MB. */
  readonly cacheBytes?: number
}

/** What is to be drawn. */
export type DrawJob = Pick<RenderJob, 'template' | 'values' | 'modifications' | 'scale' | 'load' | 'signal'>

/** A layer where it stands. */
export interface LaidOutLayer {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Around its lines of text, relative to the layer. */
  readonly textBounds?: Box
  /** From the coordinates of the layer to those of the template, as `DOMMatrix` and canvases take it. */
  readonly matrix: Matrix
  /** The layers inside. */
  readonly children: readonly LaidOutLayer[]
}

/** A picture of which everything is known: it can be drawn as often as one likes. */
export interface LaidOut {
  readonly widthPx: number
  readonly heightPx: number
  /** Visible layers, from back to front. */
  readonly layers: readonly LaidOutLayer[]
  readonly report: RenderReport
  /** Makes the canvas as large as the picture and draws it. */
  draw(canvas: HTMLCanvasElement): void
}

export interface BrowserRenderer {
  readonly prepare: (template: TemplateInput, key?: string) => Prepared
  /** Loads what is missing and lays out; once everything is there, without waiting for anything but promises. Throws a RenderError. */
  layOut(job: DrawJob): Promise<LaidOut>
}

const pipeline = layOut(createPipeline<Started>().step('check', ({ job, prepared }) => checkSize(job, prepared))).step(
  'report',
  report,
)

/** Makes a renderer that draws on canvases of a page as the one on the server does: same layout, same drawing code. */
export function createBrowserRenderer(options: BrowserRendererOptions): BrowserRenderer {
  const { load = fetchBytes, cacheBytes, fonts, unpackWoff2 } = options
  const platform = onPage(fonts, { fetch: fetchBytes, unpackWoff2 })
  const { prepare, start } = createPreparer(platform, { load, ...(cacheBytes !== undefined && { cacheBytes }) })
  return {
    prepare,
    async layOut(job) {
      const started = start(job)
      const ms: Record<string, number> = {}
      const { signal } = started
      const state = await unlessCancelled(signal, () => pipeline.run(started, { ms, signal }))
      const { widthPx, heightPx, lettering, placed, layers, warnings } = state
      return {
        widthPx,
        heightPx,
        layers: placed.map((each) => laidOut(each, scaling(1))),
        report: { ms, layers, warnings },
        draw: (canvas) => drawPage(clearedSheet(canvas, state, lettering.fonts), state),
      }
    },
  }
}

function laidOut(placed: PlacedLayer, outer: Matrix): LaidOutLayer {
  const { width, height, textBounds, children = [] } = placed.drawable
  const matrix = within(outer, placed)
  return {
    name: placed.layer.name,
    width,
    height,
    ...(textBounds && { textBounds }),
    matrix,
    children: children.map((child) => laidOut(child, matrix)),
  }
}

async function fetchBytes(address: string, options: { signal?: AbortSignal } = {}): Promise<Uint8Array> {
  const response = await fetch(address, options)
  if (!response.ok) throw new Error(`${address} answers ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
