import { quoted, refused, tooMuch } from './svg-error.ts'

const MAX_VALUE = 2000
const MAX_NUMBER = 10_000_000

const functions = /^(rgba?|hsla?|url|matrix|translate[XY]?|scale[XY]?|rotate|skew[XY])$/i

/** The attributes that hold numbers and letters only, as many as the file allows. */
const long = new Set(['d', 'points', 'values', 'tableValues', 'kernelMatrix', 'x', 'y', 'dx', 'dy', 'rotate'])
/** What people may name as they like. */
const named = new Set(['id', 'in', 'in2', 'result'])

/**
 * The value as it may stand in the drawing, or undefined when no renderer would understand it. Throws a RenderError for
 * an address other than `#id` and for numbers out of all bounds.
 */
export function cleanValue(name: string, written: string, element: string): string | undefined {
  if (named.has(name)) return /^[^\s"'<>()/\\]{1,1000}$/.test(written) ? written : undefined
  if (long.has(name)) {
    if (/[^-\w\s.,+%]/.test(written)) return undefined
    checkNumbers(written, name, element)
    return written
  }
  if (written.length > MAX_VALUE) return undefined
  const value = written
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?icc-color\([^()]*\)/g, '')
    .trim()
  if (value === '' || /[\\{}<>@;]/.test(value)) return undefined
  if (name === 'font-family') return /^[\p{L}\p{M}\p{N} "',_.+-]+$/u.test(value) ? value : undefined
  const plain = withoutVariables(value)
  checkAddresses(plain, name, element)
  for (const [, call = ''] of plain.matchAll(/(?<![\w-])([\w-]*)\s?\(/g)) if (!functions.test(call)) return undefined
  checkNumbers(plain, name, element)
  return plain
}

/** Nobody sets the variables of a picture, so each is what stands in its place. */
function withoutVariables(value: string): string {
  return value.replaceAll(/var\(\s*--[\w-]+\s*,([^()]*(?:\([^()]*\)[^()]*)*)\)/g, '$1').trim()
}

function checkAddresses(value: string, name: string, element: string): void {
  const rest = value.replaceAll(/url\(\s?(["']?)#[^"'()\s]+\1\s?\)/gi, '')
  if (/url\s?\(|javascript:|https?:|file:|data:/i.test(rest)) {
    throw refused(
      `is an SVG with an external reference (${name}=${quoted(value)} in <${element}>): embed the content, or save the picture as PNG`,
    )
  }
}

function checkNumbers(value: string, name: string, element: string): void {
  // A colour such as #1e9000 is no number.
  const numbers = value.replaceAll(/#[\w-]+/g, '').matchAll(/(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi)
  for (const [number] of numbers) {
    if (!(Number(number) <= MAX_NUMBER)) {
      throw tooMuch(
        `is an SVG with the number ${quoted(number)} (${name} of <${element}>); the maximum is ${MAX_NUMBER}`,
      )
    }
  }
  if (/(?:^|[\s,(])[+-]?(?:nan|inf(?:inity)?)(?:$|[\s,)])/i.test(value)) {
    throw refused(
      `is an SVG with a value that is not a number (${name}=${quoted(value)} in <${element}>); save it again`,
    )
  }
}

/** The id that `url(#id)` names, if it does. */
export function idIn(value: string | undefined): string | undefined {
  return /^url\(\s?(["']?)#([^"'()\s]+)\1\s?\)/i.exec(value ?? '')?.[2]
}
