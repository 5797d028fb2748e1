import { pictureTypeOf } from '#core/image/picture-type.ts'
import { invalid } from './grid.ts'

/** Files that people mistake for tables, by their first bytes. */
const others: readonly (readonly [start: RegExp, is: string])[] = [
  [/^%PDF-/, 'a PDF'],
  [/^SQLite format 3\0/, 'an SQLite database'],
  [/^\s*<(!doctype html|html|head|body|table)\b/i, 'a web page (HTML)'],
  [/^\s*(\[\s*)?\{\s*"/, 'JSON'],
]

const startBytes = 500

function typeOf(bytes: Uint8Array): string | null {
  const picture = pictureTypeOf(bytes)
  if (picture !== null) return `a picture (${picture.replace(/^image\/|\+xml$/g, '').toUpperCase()})`
  const start = String.fromCharCode(...bytes.subarray(0, startBytes))
  return others.find(([pattern]) => pattern.test(start))?.[1] ?? null
}

/** Told by its first bytes, whatever its name says. @throws AppError `invalid_request` that says what the file is */
export function refuseForeignFile(bytes: Uint8Array): void {
  const type = typeOf(bytes)
  if (type !== null) throw invalid(`This is ${type}, not a table. Save the table as CSV, or choose another file.`)
}
