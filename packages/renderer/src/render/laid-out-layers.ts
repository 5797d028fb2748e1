import type { RenderError } from '#renderer/errors/render-error.ts'
import type { Box } from '#renderer/geometry/box.ts'
import { boundsOf, type Matrix, scaling, within } from '#renderer/geometry/matrix.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import { everyFilled, type FilledLayer } from '#renderer/model/filled-layer.ts'
import type { LayerReport, PlacedColumn, PlacedLayer, ScanFacts } from '#renderer/model/layer-kind.ts'
import type { Filled } from '#renderer/steps/fill.ts'
import type { Loaded } from '#renderer/steps/load.ts'
import type { LayerPath } from '#renderer/steps/pick.ts'
import type { Placed } from '#renderer/steps/place.ts'
import { problemsOfPage, type Reported } from '#renderer/steps/report.ts'
import type { Sized } from '#renderer/steps/size.ts'
import { childrenOf } from '#renderer/template/layer-tree.ts'
import type { TemplateLayer } from '#renderer/template/template.ts'

/** A layer of the design: where it is, and what is to be said about it. Lengths are template pixels. */
export interface LaidOutLayer {
  /** Indices into `layers` and `children` of the design as it is written. */
  readonly path: LayerPath
  /** The group around it. */
  readonly parent: LayerPath | undefined
  readonly name: string
  /** Its `type`. */
  readonly kind: string
  /** In its own frame: the upper left corner is 0, 0. */
  readonly box: Box
  /** From its own frame to the page, as `DOMMatrix` and canvases take it. */
  readonly matrix: Matrix
  /** Around the box, along the edges of the page. */
  readonly bounds: Box
  /** The nearest group around it that cuts what leaves it. */
  readonly clip: LayerPath | undefined
  /** The layer that masks it. */
  readonly mask: LayerPath | undefined
  /** It masks another layer and is not drawn itself. */
  readonly isMask: boolean
  /** It, or a group around it, is invisible. Its box is the one that is written. */
  readonly hidden: boolean
  /** It is visible, but there is nothing to be seen: no picture, no words or no size. */
  readonly empty: boolean
  readonly warnings: readonly string[]
  /** What is as the design asks for, and worth knowing all the same. */
  readonly information: readonly string[]
  /** Why a placeholder is drawn in its place, or grey in place of what paints it, in a tolerant job. */
  readonly error: RenderError | undefined
  /** The same until its picture or font is there. */
  readonly loading: boolean
  /** What the report says about it. */
  readonly report: LayerReport | undefined
  /** Around its lines of text, in its own frame. */
  readonly textBounds: Box | undefined
  /** Of its lines of text, in its own frame, from top to bottom. */
  readonly baselines: readonly number[] | undefined
  /** Of a table, in its own frame and in the order of its columns. */
  readonly columns: readonly PlacedColumn[] | undefined
  /** Of a code: what scanners need of it. */
  readonly scan: ScanFacts | undefined
  /** Of a drawing: its colours that can be replaced, as they are written in it, the most used first. */
  readonly colors: readonly string[] | undefined
}

/** What is to be said about the background of the page. */
export interface LaidOutPage {
  /** Why it is white, in a tolerant job. */
  readonly error: RenderError | undefined
  /** It is white until its picture is there, in a tolerant job. */
  readonly loading: boolean
  /** Why its picture is absent or was replaced, as one of the warnings says. */
  readonly missing?: string | undefined
  /** Of its picture, such as why it is absent, was replaced or has too few pixels. */
  readonly warnings: readonly string[]
  readonly information: readonly string[]
}

export function laidOutPage(state: Filled & Loaded & Sized & Started): LaidOutPage {
  const { drawing, tolerance } = state
  const { source } = drawing.page
  const problems = problemsOfPage(state)
  const missing = problems.find(({ code }) => code === 'missing_image')?.message
  return {
    error: tolerance?.errors.get(source),
    loading: tolerance?.loading.has(source) ?? false,
    missing,
    warnings: problems.filter((each) => !each.isInformation).map(({ message }) => message),
    information: problems.filter((each) => each.isInformation).map(({ message }) => message),
  }
}

type State = Pick<Started, 'prepared' | 'tolerance'> & Filled & Placed & Reported

/** Every layer of a design, each before those inside it, from back to front. */
export function laidOutLayers(state: State): LaidOutLayer[] {
  const { layers } = state.prepared.template
  const filled = new Map(everyFilled(state.drawing.layers).map((layer) => [layer.source, layer]))
  return listLayers(layers, { state, filled, placed: placesOf(state.placed), around: page })
}

/** The paths of the layers of a design. */
export function pathsOf(
  layers: readonly TemplateLayer[],
  parent: LayerPath = [],
): readonly (readonly [TemplateLayer, LayerPath])[] {
  return layers.flatMap((layer, index) => {
    const path = [...parent, index]
    return [[layer, path] as const, ...pathsOf(childrenOf(layer), path)]
  })
}

interface Around {
  readonly path: LayerPath | undefined
  readonly matrix: Matrix
  readonly clip: LayerPath | undefined
  readonly hidden: boolean
}

const page: Around = { path: undefined, matrix: scaling(1), clip: undefined, hidden: false }

interface Listing {
  readonly state: State
  readonly filled: ReadonlyMap<object, FilledLayer>
  readonly placed: ReadonlyMap<FilledLayer, PlacedLayer>
  readonly around: Around
}

function listLayers(layers: readonly TemplateLayer[], listing: Listing): LaidOutLayer[] {
  const masks = new Set(layers.flatMap(({ mask }) => mask?.layer ?? []))
  const { around } = listing
  return layers.flatMap((layer, index) => {
    const path = [...(around.path ?? []), index]
    const filled = listing.filled.get(layer)
    const placed = filled && listing.placed.get(filled)
    const hidden = around.hidden || !filled?.content
    const standing = placed ?? written(layer, hidden ? undefined : filled)
    const matrix = within(around.matrix, standing)
    const { width, height } = standing.drawable
    const box = { x: 0, y: 0, width, height }
    const mask = layers.findIndex(({ name }) => name === layer.mask?.layer)
    const { drawable } = placed ?? {}
    const own: LaidOutLayer = {
      ...{ path, parent: around.path, name: layer.name, kind: layer.type, box, matrix, hidden },
      bounds: boxAround(box, matrix),
      clip: around.clip,
      mask: mask < 0 ? undefined : [...path.slice(0, -1), mask],
      isMask: masks.has(layer.name),
      empty: !hidden && isEmpty(placed),
      error: listing.state.tolerance?.errors.get(layer),
      loading: listing.state.tolerance?.loading.has(layer) ?? false,
      warnings: ofLayer(layer.name, listing.state.warnings),
      information: ofLayer(layer.name, listing.state.information),
      report: listing.state.layers[layer.name],
      textBounds: drawable?.textBounds,
      baselines: drawable?.baselines,
      columns: drawable?.columns,
      scan: drawable?.scan,
      colors: drawable?.colors,
    }
    const inside = { path, matrix, clip: drawable?.clip ? path : around.clip, hidden }
    return [own, ...listLayers(childrenOf(layer), { ...listing, around: inside })]
  })
}

function isEmpty(placed: PlacedLayer | undefined): boolean {
  if (!placed) return true
  const { width, height, onlyText, baselines } = placed.drawable
  return (width === 0 && height === 0) || (onlyText === true && baselines?.length === 0)
}

/** Where a layer would be that has no place of its own: nothing of it is drawn. */
function written(layer: TemplateLayer, filled: FilledLayer | undefined): Parameters<typeof within>[1] {
  const { x, y, width, height, rotation } = filled?.common ?? layer
  const common = { rotation: number(rotation), rotationOrigin: { x: 0.5, y: 0.5 }, flip: 'none' as const }
  return {
    x: number(x),
    y: number(y),
    drawable: { width: number(width), height: number(height) },
    layer: { common: filled?.common ?? common },
  }
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function boxAround(box: Box, matrix: Matrix): Box {
  const { left, top, right, bottom } = boundsOf(box, matrix)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** What cuts others is at a place too. */
function placesOf(layers: readonly PlacedLayer[]): ReadonlyMap<FilledLayer, PlacedLayer> {
  const found = new Map<FilledLayer, PlacedLayer>()
  const visit = (placed: PlacedLayer): void => {
    found.set(placed.layer, placed)
    if (placed.mask) visit(placed.mask)
    placed.drawable.children?.forEach(visit)
  }
  layers.forEach(visit)
  return found
}

function ofLayer(name: string, messages: readonly string[]): string[] {
  const start = `layer "${name}": `
  return messages.filter((message) => message.startsWith(start)).map((message) => message.slice(start.length))
}
