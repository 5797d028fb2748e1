import { MANDATORY_BREAK } from './characters.ts'
import type { MeasuredText } from './measured-text.ts'
import { createParagraph, type Paragraph } from './paragraph.ts'
import type { Direction } from './types.ts'

/** Answers the paragraph at an index; it is read when first asked for. A break at the end of the text opens none. */
export function readParagraphs(
  source: MeasuredText,
  direction: 'auto' | Direction,
): (index: number) => Paragraph | undefined {
  const paragraphs: Paragraph[] = []
  const breaks = new RegExp(MANDATORY_BREAK)
  let nextStart = 0

  function readParagraph(): Paragraph {
    const start = nextStart
    breaks.lastIndex = start
    const found = breaks.exec(source.text)
    const end = found?.index ?? source.text.length
    nextStart = end + (found?.[0].length ?? 0)
    // A line separator ends a line, not a paragraph: what follows it keeps the direction.
    const goesOn = source.text.charAt(start - 1) === '\u2028'
    const inherited = goesOn ? paragraphs.at(-1)?.direction : undefined
    return createParagraph(source, { start, end, direction: inherited ?? direction })
  }

  return (index) => {
    while (paragraphs.length <= index && nextStart < source.text.length) paragraphs.push(readParagraph())
    return paragraphs[index]
  }
}
