import { type FontStyle, fontFormats, fontStyles } from '@pictable/model/font'
import { z } from 'zod'

const axisSchema = z.object({ tag: z.string(), min: z.number(), default: z.number(), max: z.number() })

/** What a font file says about itself. */
export const fontFactsSchema = z.object({
  format: z.enum(fontFormats),
  family: z.string().nullable(),
  weight: z.number(),
  style: z.enum(fontStyles),
  axes: z.array(axisSchema),
  glyphs: z.number(),
  scripts: z.array(z.string()),
  /** A few words that it can set. */
  sample: z.string(),
})

export type FontAxis = z.output<typeof axisSchema>

export type FontFacts = z.output<typeof fontFactsSchema>

/** An uploaded file that templates use by its family. There is one of each family, weight and style. */
export interface Font {
  id: string
  family: string
  /** Of a variable font, the one that it has when none is asked for. */
  weight: number
  style: FontStyle
  filename: string
  contentType: string
  /** SHA-256 of the bytes, hex. */
  hash: string
  sizeBytes: number
  facts: FontFacts
  createdAt: Date
}

/** Where the storage has the bytes of a font. */
export function fontKey({ hash }: Pick<Font, 'hash'>): string {
  return `fonts/${hash}`
}

/** How designs that are drawn name the file of an uploaded font: by what is in it. */
export function fontSrc({ hash }: Pick<Font, 'hash'>): string {
  return `font:${hash}`
}
