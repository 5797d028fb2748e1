import { createAdvanceCache } from '#renderer/text/advance-cache.ts'
import type { InkMeasurer, TextMeasurer, Typesetter } from '#renderer/text/types.ts'
import type { FontBook } from './font-book.ts'

/** Advances remembered by each set of fonts. */
const MOST_ADVANCES = 100_000

/** Letters without marks that pile up, which canvases leave out when they tell how high text is. */
const PLAIN = /^[\x20-\x7e\u00a0-\u024f]*$/

/** Sets text in the fonts of the book, as wide as `measurer` says at 100 px. */
export function createTypesetter(
  fonts: FontBook,
  { hyphenator, ink, ...measurer }: TextMeasurer & Partial<Pick<InkMeasurer, 'ink'>> & Pick<Typesetter, 'hyphenator'>,
): Typesetter {
  const cached = createAdvanceCache(measurer, MOST_ADVANCES)
  const inks = ink && createAdvanceCache({ ...measurer, advance: ink }, MOST_ADVANCES)
  return {
    advance: (style, text) => cached.advance(fonts.narrow(style, text), text),
    clusters: (style, text) => measurer.clusters?.(fonts.narrow(style, text), text),
    metrics: cached.metrics,
    chooseFonts: fonts.choose,
    missingFeatures: fonts.missingFeatures,
    lines: fonts.lines,
    hyphenator,
    ink(style, text) {
      const narrowed = fonts.narrow(style, text)
      if (!inks || narrowed.families.length !== 1 || !PLAIN.test(text)) return undefined
      // Words come again in other records, lines seldom.
      const words = text.split(' ').map((word) => inks.advance(narrowed, word))
      return {
        above: Math.max(...words.map(({ above }) => above)),
        below: Math.max(...words.map(({ below }) => below)),
      }
    },
  }
}
