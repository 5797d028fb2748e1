import { Pending } from '#renderer/async/pending.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import type { LayerHead } from './layer-kind.ts'

/** What a job noted about layers that it goes on without. */
export interface Tolerance {
  /** What is wrong with layers. */
  readonly errors: Map<LayerHead, RenderError>
  /** Layers whose picture or font is still on its way. */
  readonly loading: Set<LayerHead>
  /** What is still on its way; settles when it is there, or known to be missing. */
  readonly waiting: Set<Promise<unknown>>
  /** Settles when the job waits no longer. */
  readonly patience: Promise<unknown>
}

export function createTolerance(waitMs: number): Tolerance {
  const patience = new Promise((resolve) => setTimeout(resolve, waitMs))
  return { errors: new Map(), loading: new Set(), waiting: new Set(), patience }
}

/** Notes what goes wrong with a layer and goes on with what takes its place. Without tolerance it throws. */
export function tolerating<Result>(
  tolerance: Tolerance | undefined,
  layer: LayerHead,
  { run, instead }: { readonly run: () => Result; readonly instead: () => Result },
): Result {
  try {
    return run()
  } catch (error) {
    if (!tolerance || error instanceof Pending) throw error
    tolerance.errors.set(layer, toRenderError(error, layer))
    return instead()
  }
}

/** A mistake of ours in drawing one layer must not take the others along. */
export function toRenderError(error: unknown, { name }: LayerHead): RenderError {
  if (error instanceof RenderError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new RenderError('layer_failed', `layer "${name}": ${reason}`, { layer: name, cause: error })
}

/** True when the job does not wait for it any longer. It is noted as what is still on its way. */
export async function isLate(tolerance: Tolerance | undefined, work: Promise<unknown>): Promise<boolean> {
  if (!tolerance) return false
  const settled = work.then(
    () => false,
    () => false,
  )
  const late = await Promise.race([settled, tolerance.patience.then(() => true)])
  if (late) tolerance.waiting.add(settled)
  return late
}
