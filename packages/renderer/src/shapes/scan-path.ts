/** A letter of path data and the numbers behind it. */
export interface PathSegment {
  readonly letter: string
  readonly numbers: readonly number[]
}

const letters = 'MLHVCSQTZmlhvcsqtz'
const separators = ', \t\n\r\f\v'

const isDigit = (text: string, at: number) => text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39
const isSign = (text: string, at: number) => text[at] === '+' || text[at] === '-'
const isSeparator = (character: string) => separators.includes(character) || /\s/.test(character)

function endOfDigits(text: string, from: number): number {
  let at = from
  while (isDigit(text, at)) at++
  return at
}

/** The index behind the number that begins here; where it begins when there is none. */
function endOfNumber(text: string, from: number): number {
  const start = isSign(text, from) ? from + 1 : from
  const whole = endOfDigits(text, start)
  const end = text[whole] === '.' ? endOfDigits(text, whole + 1) : whole
  // One digit at least, on either side of the point.
  if (end === start || (whole === start && end === start + 1)) return from
  if (text[end] !== 'e' && text[end] !== 'E') return end
  const exponent = isSign(text, end + 1) ? end + 2 : end + 1
  return isDigit(text, exponent) ? endOfDigits(text, exponent) : end
}

/**
 * Splits the `d` of an SVG path without arcs into segments; undefined when it holds anything else. Each token is as long
 * as it can be and is never given back, so that the cost grows with the length alone.
 */
export function scanPath(d: string): PathSegment[] | undefined {
  const segments: PathSegment[] = []
  let numbers: number[] = []
  for (let at = 0; at < d.length; ) {
    const character = d.charAt(at)
    const end = endOfNumber(d, at)
    if (end > at) {
      numbers.push(Number(d.slice(at, end)))
      at = end
      continue
    }
    if (letters.includes(character)) {
      numbers = []
      segments.push({ letter: character, numbers })
    } else if (!isSeparator(character)) return undefined
    at++
  }
  return segments
}
