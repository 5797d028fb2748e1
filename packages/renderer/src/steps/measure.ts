import { Pending, untilReady } from '#renderer/async/pending.ts'
import { placeholder } from '#renderer/drawing/placeholder.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import type { FilledLayer } from '#renderer/model/filled-layer.ts'
import type { Drawable, Pictures } from '#renderer/model/layer-kind.ts'
import { isLate, tolerating } from '#renderer/model/tolerance.ts'
import type { Warning } from '#renderer/model/warning.ts'
import type { Filled } from './fill.ts'
import { isAwaited, type Loaded, picturesIn } from './load.ts'

export interface Measured {
  /** What is to be drawn of each layer, at any depth; invisible ones are absent. */
  readonly drawables: ReadonlyMap<FilledLayer, Drawable>
  /** Layers that are hidden because they cannot show their value, and why. */
  readonly hidden: ReadonlyMap<FilledLayer, Warning>
}

/** Lays out text and finds out how large each layer is, those inside a layer before it. */
export async function measure(state: Started & Filled & Loaded): Promise<Measured> {
  const drawables = new Map<FilledLayer, Drawable>()
  const hidden = new Map<FilledLayer, Warning>()
  const visit = (layer: FilledLayer, isLast: boolean): void => {
    for (const child of layer.children) visit(child, isLast)
    const drawable = measuredTolerantly(layer, { ...state, drawables, hidden }, isLast)
    if (drawable) drawables.set(layer, drawable)
  }
  const parts = state.drawing.layers.map((layer) => (isLast: boolean) => visit(layer, isLast))
  await untilReady(parts, state.tolerance && ((work) => isLate(state.tolerance, work)))
  return { drawables, hidden }
}

/** A design that is edited is also drawn small, in a contact sheet, with its pictures in another size. */
const MAX_KEPT = 2

type Measuring = Started & Loaded & Measured & { readonly hidden: Map<FilledLayer, Warning> }

function measuredTolerantly(layer: FilledLayer, measuring: Measuring, isLast: boolean): Drawable | undefined {
  const { tolerance, images } = measuring
  const { common, source } = layer
  const instead = () => placeholder(common.width, common.height)
  // One that only paints the layer takes nothing else away.
  if (isAwaited(images.get(layer)?.image)) return instead()
  try {
    return tolerating(tolerance, source, { run: () => measuredOrHidden(layer, measuring), instead })
  } catch (error) {
    if (!tolerance || !isLast || !(error instanceof Pending)) throw error
    tolerance.loading.add(source)
    return instead()
  }
}

function measuredOrHidden(layer: FilledLayer, measuring: Measuring): Drawable | undefined {
  // There is no fallback for what is only found when it is measured, such as digits that a code cannot hold.
  if ((layer.source.onInvalid ?? 'fail') === 'fail') return measured(layer, measuring)
  try {
    return measured(layer, measuring)
  } catch (error) {
    if (!(error instanceof RenderError) || error.code !== 'value_invalid') throw error
    measuring.hidden.set(layer, { code: 'invalid', message: `${error.message}, so the layer is hidden` })
    return undefined
  }
}

function isSamePictures(one: Pictures, other: Pictures): boolean {
  const [paints, others] = [[...(one.paints ?? [])], other.paints]
  const isSame = one.image === other.image && paints.length === (others?.size ?? 0)
  return isSame && paints.every(([paint, pixels]) => others?.get(paint) === pixels)
}

function measured(layer: FilledLayer, { drawables, lettering, images, prepared }: Measuring): Drawable | undefined {
  const { content, children } = layer
  const pictures = picturesIn(images.get(layer))
  if (!content || (content.image && !pictures.image)) return undefined
  const parts = children.map((child) => ({ layer: child, drawable: drawables.get(child) }))
  // Each record brings its own pictures: what contains one is measured again.
  const hasPictures = content.image !== undefined || content.paints?.size
  const keeps = prepared.platform.drawsAgain || (layer.isStatic && !hasPictures && children.length === 0)
  const kept = keeps ? (lettering.drawables.get(layer) ?? []) : []
  const isSame = (drawable: Drawable | undefined, at: number) => drawable === parts[at]?.drawable
  const known = kept.find((each) => isSamePictures(each.pictures, pictures) && each.children.every(isSame))
  if (known) return known.drawable
  const drawable = named(layer.name, () => content.measure(lettering.measurer, pictures, parts))
  if (keeps) {
    const inside = parts.map((part) => part.drawable)
    lettering.drawables.set(layer, [{ drawable, pictures, children: inside }, ...kept].slice(0, MAX_KEPT))
  }
  return drawable
}

function named<Result>(layer: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    throw new RenderError(error.code, `layer "${layer}": ${error.message}`, { layer, cause: error.cause })
  }
}
