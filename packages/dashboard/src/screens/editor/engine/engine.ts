import type { Box, Matrix } from '@pictable/editor'
import {
  createBrowserRenderer,
  type DrawOptions,
  draw,
  type LaidOut,
  type LaidOutLayer,
  type Load,
  type TemplateInput,
  type Values,
} from '@pictable/renderer/browser'
import { loadFonts, loadPicture, unpackWoff2 } from './files.ts'
import { keyOfPath } from './key-of-path.ts'
import type { ScanMessages } from './scan-messages.ts'

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
  readonly textBounds: Box | undefined
  /** Of its lines of text, from its upper edge. */
  readonly baselines: readonly number[] | undefined
  /** Why it cannot be drawn: a placeholder is. */
  readonly error: string | undefined
  readonly warnings: readonly string[]
  /** What is as the design asks for, and worth knowing all the same. */
  readonly information: readonly string[]
  /** Of a table, from its left edge and in the order of its columns. */
  readonly columns?: LaidOutLayer['columns']
  /** Of a drawing: those that can be replaced. */
  readonly colors?: LaidOutLayer['colors']
  /** Of a code: what scanners need of it. */
  readonly scan?: LaidOutLayer['scan']
  /** Its font or picture is on its way. */
  readonly isLoading: boolean
}

/** What of the page is drawn, and how large: device pixels per pixel of the page. */
export interface Region extends Box {
  readonly scale: number
}

/** A design as the browser draws it with one record. */
export interface Frame {
  readonly design: TemplateInput
  readonly values: Values
  /** For which scale its pictures are decoded. */
  readonly scale: number
  /** By path, such as `0.2`. Invisible layers have no place. */
  readonly placed: ReadonlyMap<string, PlacedLayer>
  /** What is to be said about its background. */
  readonly page: LaidOut['page']
  readonly report: LaidOut['report']['layers']
  /** Settles when fonts or pictures arrived that this frame lacks; undefined when it lacks none. */
  readonly pending: Promise<void> | undefined
  /** A file could not be loaded: it may be there later. */
  readonly hasFailedLoads: boolean
  /** What is drawn, as the renderer knows more of it. */
  readonly laidOut?: LaidOut
  /** The text that is typed into. */
  readonly edited?: EditedText | undefined
  /** All but some layers. On a canvas that shows another frame, what differs: with `whole`, everything. Says whether that was only a part. */
  draw(canvas: HTMLCanvasElement, region: Region, options?: Pick<DrawOptions, 'except' | 'whole'>): boolean
}

/** How a text is drawn while it is typed into. */
export interface EditedText {
  /** Of its layer. */
  readonly name: string
  /** In the markup of templates, with its values. */
  readonly filled: string
  /** Makes room for what does not fit. */
  finish(laidOut: LaidOut): LaidOut
}

export interface Drawn {
  readonly design: TemplateInput
  readonly values: Values
  readonly scale: number
}

interface Job extends Drawn {
  /** Waits for fonts and pictures for a moment, before a layout without them. */
  readonly isPatient: boolean
  /** Default: that of the engine. */
  readonly load?: Load
  readonly edited?: EditedText | undefined
}

export interface Engine {
  /** Loads each picture once. */
  readonly load: Load
  /** @throws what the renderer says of the design as a whole; what is wrong with one layer is said of that */
  layOut(job: Job): Promise<Frame>
}

/** How long a layout waits for what is not loaded yet. */
const WAIT_MS = 300

let early: ReturnType<typeof loadFonts> | undefined

/** Loads the list of fonts while the template is on its way. */
export function loadFontsEarly(): void {
  early ??= loadFonts()
  // The failure is reported when the engine is opened.
  early.catch(() => {})
}

/** The browser renderer with the fonts and pictures of the server. */
export async function openEngine(): Promise<Engine> {
  const list = early ?? loadFonts()
  // Fonts may be others on the next visit.
  early = undefined
  const fonts = await list
  const renderer = createBrowserRenderer({ fonts, load: loadPicture, unpackWoff2 })
  return {
    load: renderer.load,
    async layOut({ design, values, scale, isPatient, load, edited }) {
      const template = renderer.prepare(design)
      const waitMs = isPatient ? WAIT_MS : 0
      const modifications = edited ? [{ name: edited.name, text: edited.filled }] : []
      const found = await renderer.layOut({
        template,
        values,
        modifications,
        scale,
        tolerant: true,
        waitMs,
        ...(load && { load }),
      })
      const laidOut = edited?.finish(found) ?? found
      const shown = laidOut.layers.filter(({ hidden }) => !hidden)
      // Most designs have no codes.
      const scanning = shown.some(({ scan }) => scan) ? await import('./scan-messages.ts') : undefined
      const placed = new Map(
        shown.map((layer) => [keyOfPath(layer.path), placeOf(layer, scanning?.scanMessages(layer) ?? layer)]),
      )
      return {
        design,
        values,
        scale,
        placed,
        page: laidOut.page,
        report: laidOut.report.layers,
        pending: laidOut.pending,
        laidOut,
        edited,
        hasFailedLoads: [laidOut.page, ...laidOut.layers].some(({ error }) => error?.code === 'load_failed'),
        draw: (canvas, region, options) => draw(laidOut, canvas, { ...options, view: region }),
      }
    },
  }
}

function placeOf(layer: LaidOutLayer, { warnings, information }: ScanMessages): PlacedLayer {
  const { path, name, box, matrix, bounds, textBounds, error, loading, baselines, columns, colors, scan } = layer
  const { width, height } = box
  return {
    ...{ path, name, width, height, matrix, bounds, baselines, columns, colors, scan, textBounds },
    warnings,
    information,
    error: error?.message,
    isLoading: loading,
  }
}
