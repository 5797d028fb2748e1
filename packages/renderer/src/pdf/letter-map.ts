/** The letters of the glyphs of a font, as a PDF has them: `ToUnicode`. */
export interface LetterMap {
  /** What is around the letters. */
  readonly head: string
  readonly tail: string
  /** By the code of a glyph, in hexadecimal digits. */
  readonly letters: ReadonlyMap<string, string>
}

/** `<0041> <0042>` is a glyph and its letter, `<0041> <0045> <0042>` a row of both. */
const rows = /<(\w+)> (?:<(\w+)> )?<(\w+)>\n/g

/** Reads a map as Skia writes it. Letters that mean nothing outside of the font are empty. */
export function readLetterMap(map: string): LetterMap {
  const [start, end] = [map.search(/(?<!\d)\d+ beginbf/), map.indexOf('endcmap')]
  const letters = new Map<string, string>()
  for (const [, from = '', to = from, hex = ''] of map.slice(start, end).matchAll(rows)) {
    const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
    const codePoint = textOf(hex).codePointAt(0) ?? 0
    for (let code = first; code <= last; code++) {
      letters.set(hexOf(code, from.length), publicLetter(codePoint + code - first))
    }
  }
  return { head: map.slice(0, start), tail: map.slice(end), letters }
}

const MAX_ROWS = 100

export function writeLetterMap({ head, tail, letters }: LetterMap): string {
  const lines = [...letters].flatMap(([code, text]) => (text === '' ? [] : `<${code}> <${utf16Hex(text)}>\n`))
  const blocks = Array.from({ length: Math.ceil(lines.length / MAX_ROWS) }, (_, at) => {
    const part = lines.slice(at * MAX_ROWS, (at + 1) * MAX_ROWS)
    return `${part.length} beginbfchar\n${part.join('')}endbfchar\n`
  })
  return `${head}${blocks.join('')}${tail}`
}

function publicLetter(codePoint: number): string {
  const isPrivate = (codePoint >= 0xe000 && codePoint <= 0xf8ff) || codePoint >= 0xf0000
  return codePoint === 0 || isPrivate ? '' : String.fromCodePoint(codePoint)
}

function textOf(hex: string): string {
  const units = hex.match(/.{4}/g) ?? []
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)))
}

function hexOf(number: number, digits: number): string {
  return number.toString(16).toUpperCase().padStart(digits, '0')
}

/** Big-endian, as PDF writes words of any script. */
export function utf16Hex(text: string): string {
  return Array.from({ length: text.length }, (_, at) => hexOf(text.charCodeAt(at), 4).toLowerCase()).join('')
}
