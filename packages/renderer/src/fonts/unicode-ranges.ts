import { z } from 'zod/mini'

/** First and last code point. */
export type CodePointRange = readonly [first: number, last: number]

const fileSchema = z.record(z.string(), z.string())

/** Reads a table of ranges such as `{"[4]": "U+1f1e9-1f1f5,U+21a"}`; the keys lose their brackets. */
export function parseRanges(json: string): { key: string; ranges: CodePointRange[] }[] {
  return Object.entries(fileSchema.parse(JSON.parse(json))).map(([key, text]) => ({
    key: key.replaceAll(/[[\]]/g, ''),
    ranges: text.split(',').map((range): CodePointRange => {
      const [first = 0, last = first] = range
        .replace('U+', '')
        .split('-')
        .map((digits) => Number.parseInt(digits, 16))
      return [first, last]
    }),
  }))
}
