import { layoutText } from '#renderer/text/layout.ts'
import type { TextBox, TextLayout, VerticalAlign } from '#renderer/text/types.ts'
import { boxOf, type SetText } from './measure-text.ts'

/** Properties of a text layer, each of which alone makes its box show all of the text. */
export interface TextCures {
  readonly smaller?: { readonly minFontSize: number }
  readonly more?: { readonly maxLines: number }
  /** With the edge that its lines are at. */
  readonly larger?: { readonly height: number; readonly maxLines?: number; readonly verticalAlign: VerticalAlign }
}

/** Smaller letters are for no reader. */
const LEAST_PX = 6

const known = new WeakMap<SetText, TextCures>()

/** What helps a text that does not fit, beside other words. */
export function curesOf(set: SetText): TextCures {
  const made = known.get(set) ?? findCures(set)
  known.set(set, made)
  return made
}

function findCures(set: SetText): TextCures {
  const { spans, typesetter, properties, layout } = set
  const box = boxOf(properties, typesetter)
  const { maxLines, ...free } = box
  const lay = (changed: TextBox) => layoutText(spans, changed, typesetter)
  const shrunk = box.fit.mode === 'shrink' && lay({ ...box, fit: { ...box.fit, minFontSizePx: LEAST_PX } })
  const unlimited = maxLines !== undefined && lay(free)
  const grown = lay({ ...free, fontSizePx: layout.fontSizePx, fit: { mode: 'grow' } })
  const lines = grown.lines.length
  const height = Math.ceil(grown.heightPx)
  return {
    ...(shrunk && isWhole(shrunk) && { smaller: { minFontSize: Math.floor(shrunk.fontSizePx) } }),
    ...(unlimited && isWhole(unlimited) && { more: { maxLines: unlimited.lines.length } }),
    ...(isWhole(grown) &&
      height > box.heightPx && {
        larger: {
          height,
          verticalAlign: box.verticalAlign,
          ...(maxLines !== undefined && lines > maxLines && { maxLines: lines }),
        },
      }),
  }
}

const isWhole = ({ truncatedCharacters, overflows }: TextLayout) => truncatedCharacters === 0 && !overflows
