import type { RenderReport } from '#renderer/jobs/job.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import type { PlacedLayer } from '#renderer/model/layer-kind.ts'
import {
  type LaidOutLayer,
  type LaidOutPage,
  laidOutLayers,
  laidOutPage,
  pathsOf,
} from '#renderer/render/laid-out-layers.ts'
import type { Filled } from '#renderer/steps/fill.ts'
import type { Loaded } from '#renderer/steps/load.ts'
import type { LayerPath } from '#renderer/steps/pick.ts'
import type { Placed } from '#renderer/steps/place.ts'
import { type Reported, reportedOf } from '#renderer/steps/report.ts'
import type { Sized } from '#renderer/steps/size.ts'

/** A picture of which everything is known: it can be drawn as often as one likes. */
export interface LaidOut {
  /** The size of the page at the scale of the job. */
  readonly widthPx: number
  readonly heightPx: number
  /** Every layer, also hidden and empty ones, each before those inside it, from back to front. */
  readonly layers: readonly LaidOutLayer[]
  readonly page: LaidOutPage
  readonly report: RenderReport
  /** Settles when what a tolerant job did not wait for is there: then it is worth laying out again. */
  readonly pending: Promise<void> | undefined
}

type State = Started & Sized & Filled & Loaded & Placed & Reported

/** What drawing needs. */
export interface Drawn extends State {
  readonly pathOf: (placed: PlacedLayer) => LayerPath
}

const drawnBy = new WeakMap<LaidOut, Drawn>()

export function createLaidOut(state: State, ms: Record<string, number>): LaidOut {
  const paths = new Map<object, LayerPath>(pathsOf(state.prepared.template.layers))
  return laidOutOf({ ...state, pathOf: ({ layer }) => paths.get(layer.source) ?? [] }, ms)
}

export function laidOutOf(drawn: Drawn, ms: Record<string, number>): LaidOut {
  const { widthPx, heightPx, tolerance } = drawn
  const waiting = tolerance?.waiting
  const pending = waiting?.size ? Promise.all(waiting).then(() => undefined) : undefined
  const report = { ms, ...reportedOf(drawn) }
  const laidOut = { widthPx, heightPx, layers: laidOutLayers(drawn), page: laidOutPage(drawn), report, pending }
  drawnBy.set(laidOut, drawn)
  return laidOut
}

/** Throws for a picture that no renderer laid out. */
export function stateOf(laidOut: LaidOut): Drawn {
  const state = drawnBy.get(laidOut)
  if (!state) throw new TypeError('this picture comes from no renderer')
  return state
}
