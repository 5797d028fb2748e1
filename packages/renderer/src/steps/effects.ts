import type { Context2D } from '#renderer/canvas/canvas.ts'
import type { CommonProperties } from '#renderer/properties/common.ts'
import { filterText } from '#renderer/properties/filters.ts'

/** Something that applies to a layer as a whole. */
export interface Effect {
  /** How far it goes beyond what it applies to, in pixels of the picture. */
  readonly reachPx: number
  /** True when a single drawing call may be made with it set; else it needs a finished picture of the layer. */
  readonly direct: boolean
  /** Lies under what it applies to, which it does not change. */
  readonly shadow?: NonNullable<CommonProperties['shadow']>
  /** Sets it for the next drawing call. */
  set(context: Context2D): void
}

/** The effects of a layer in the order in which they apply; a mask comes after the filters. */
export function effectsOf(common: CommonProperties, scale: number): { before: Effect[]; after: Effect[] } {
  const before = [filter(common, scale)].filter((effect) => effect !== undefined)
  const after = [shadow(common, scale), blend(common)].filter((effect) => effect !== undefined)
  return { before, after }
}

function filter({ filters }: CommonProperties, scale: number): Effect | undefined {
  const text = filters && filterText(filters, scale)
  if (text === undefined) return undefined
  return {
    reachPx: filters ? filters.blur * 3 * scale : 0,
    direct: false,
    set(context) {
      context.filter = text
    },
  }
}

function shadow({ shadow: given }: CommonProperties, scale: number): Effect | undefined {
  if (!given) return undefined
  const { x, y, blur, color } = given
  return {
    reachPx: (Math.max(Math.abs(x), Math.abs(y)) + blur * 2) * scale,
    direct: true,
    shadow: given,
    set(context) {
      context.shadowColor = color
      context.shadowOffsetX = x * scale
      context.shadowOffsetY = y * scale
      context.shadowBlur = blur * scale
    },
  }
}

function blend({ opacity, blendMode }: CommonProperties): Effect | undefined {
  if (opacity === 1 && blendMode === 'normal') return undefined
  return {
    reachPx: 0,
    direct: true,
    set(context) {
      context.globalAlpha = opacity
      context.globalCompositeOperation = blendMode === 'normal' ? 'source-over' : blendMode
    },
  }
}
