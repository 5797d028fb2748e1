import { createAdvanceCache } from '#renderer/text/advance-cache.ts'
import type { TextMeasurer, Typesetter } from '#renderer/text/types.ts'
import type { FontBook } from './font-book.ts'

/** Advances remembered by each set of fonts. */
const MOST_ADVANCES = 100_000

/** Sets text in the fonts of the book, as wide as `measurer` says at 100 px. */
export function createTypesetter(
  fonts: FontBook,
  { hyphenator, ...measurer }: TextMeasurer & Pick<Typesetter, 'hyphenator'>,
): Typesetter {
  const cached = createAdvanceCache(measurer, MOST_ADVANCES)
  return {
    advance: (style, text) => cached.advance(fonts.narrow(style, text), text),
    metrics: cached.metrics,
    chooseFonts: fonts.choose,
    lines: fonts.lines,
    hyphenator,
  }
}
