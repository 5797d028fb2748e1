import { utf16Hex } from './letter-map.ts'

/** What glyphs of a font stand for. */
export interface MarkedFont {
  /** Hexadecimal digits of the code of a glyph. */
  readonly codeLength: number
  /** What begins with the code at a place. */
  partsAt(codes: readonly string[], at: number): readonly MarkedPart[]
}

export interface MarkedPart {
  /** Of its codes. */
  readonly length: number
  /** Undefined for what reads as it should. */
  readonly text?: string | undefined
}

/** A font is chosen, glyphs are shown, or the text ends. */
const operators = /\/(F\d+) \S+ Tf|<([0-9A-F]+)> Tj|\nET\n/g

/** Says in the content of a page, as Skia writes it, what glyphs stand for that do not read as their text. */
export function markText(content: string, fontOf: (name: string) => MarkedFont | undefined): string {
  const pieces: string[] = []
  let [font, copied]: [MarkedFont | undefined, number] = [undefined, 0]
  let shown: RegExpExecArray[] = []
  const flush = () => {
    const strings = shown.map(([, , codes = '']) => codes)
    for (const [index, marked] of (font ? markShown(strings, font) : []).entries()) {
      const match = shown[index]
      if (!match) continue
      pieces.push(content.slice(copied, match.index), marked)
      copied = match.index + match[0].length
    }
    shown = []
  }
  for (const match of content.matchAll(operators)) {
    const [, name, codes] = match
    if (codes !== undefined) shown.push(match)
    else flush()
    if (name !== undefined) font = fontOf(name)
  }
  return pieces.join('') + content.slice(copied)
}

function cut(codes: string, length: number): string[] {
  return Array.from({ length: codes.length / length }, (_, at) => codes.slice(at * length, (at + 1) * length))
}

/** Strings of codes as operators, with what begins and ends between them. */
function markShown(strings: readonly string[], { codeLength, partsAt }: MarkedFont): string[] {
  const parts = strings.map((codes) => cut(codes, codeLength))
  const codes = parts.flat()
  const texts = new Map<number, { readonly text: string; readonly end: number }>()
  for (let at = 0; at < codes.length; ) {
    for (const { length, text } of partsAt(codes, at)) {
      if (text !== undefined) texts.set(at, { text, end: at + length })
      at += length
    }
  }
  let [at, end] = [0, -1]
  return parts.map((part) => {
    const lines: string[] = []
    let plain = ''
    const show = () => {
      if (plain !== '') lines.push(`<${plain}> Tj`)
      plain = ''
    }
    for (const code of part) {
      const begun = texts.get(at)
      if (begun) {
        show()
        lines.push(`/Span <</ActualText <feff${utf16Hex(begun.text)}>>> BDC`)
        end = begun.end
      }
      plain += code
      at++
      if (at === end) {
        show()
        lines.push('EMC')
      }
    }
    show()
    return lines.join('\n')
  })
}
