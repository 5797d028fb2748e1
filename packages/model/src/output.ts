import { z } from 'zod'
import { imageFormats } from './image.ts'
import type { ObjectOf } from './object-of.ts'

/** From the least time to the smallest file. */
export const efforts = ['fast', 'balanced', 'small'] as const

export type Effort = (typeof efforts)[number]

/** Settings of single formats. */
export const encodingOf = (object: ObjectOf) =>
  object({
    png: object({
      palette: z.boolean().exactOptional().meta({ description: 'Use at most 256 colours: much smaller files' }),
      colors: z.int().min(2).max(256).exactOptional().meta({ description: 'Number of colours of the palette' }),
    }).exactOptional(),
    jpeg: object({
      progressive: z.boolean().exactOptional().meta({ description: 'Show a coarse image while the file loads' }),
      mozjpeg: z.boolean().exactOptional().meta({ description: 'Smaller files, ten times slower' }),
    }).exactOptional(),
    webp: object({ lossless: z.boolean().exactOptional() }).exactOptional(),
    avif: object({ lossless: z.boolean().exactOptional() }).exactOptional(),
    pdf: object({
      dpi: z
        .number()
        .min(36)
        .max(1200)
        .exactOptional()
        .meta({ description: 'Pixels per inch of the page. Default: 96' }),
    }).exactOptional(),
  })

/** What images of one drawing have in common. */
export const outputOptionsOf = <Encoding extends z.ZodType>(encoding: Encoding) => ({
  quality: z
    .int()
    .min(1)
    .max(100)
    .exactOptional()
    .meta({ description: 'From 1 (smallest file) to 100. Default: the usual value of each format' }),
  effort: z.enum(efforts).exactOptional().meta({
    description:
      '`fast`: larger files in less time; `small`: smaller files in more time. Not for PDF and GIF. Default: balanced; fast for previews',
  }),
  scale: z.number().min(0.1).max(8).exactOptional().meta({ description: "Multiplies the template's size" }),
  encoding: encoding.exactOptional(),
  transparent: z
    .boolean()
    .exactOptional()
    .meta({ description: "Leave out the template's background; JPEG shows white there" }),
})

/** One more, small picture from the same drawing. */
export const thumbnailOf = (object: ObjectOf) =>
  object({ width: z.int().min(16).max(2000) })
    .exactOptional()
    .meta({ description: 'Also create a small WebP with this width in pixels, of the first page or frame' })

/** Formats, size and quality of the images of an action, as they are stored. */
export const storedOutput = z.object({
  formats: z.array(z.enum(imageFormats)),
  ...outputOptionsOf(encodingOf(z.object)),
  thumbnail: thumbnailOf(z.object),
})

const pixels = z.int().min(1).max(100_000).exactOptional()

/** In place of a scale. */
export const outputSize = {
  width: pixels.meta({ description: 'Width of the image in pixels instead of `scale`; the height follows' }),
  height: pixels.meta({ description: 'Height of the image in pixels instead of `scale`; the width follows' }),
}

/** Settings of an output of an action, as they are stored. */
export const storedActionOutput = storedOutput.extend(outputSize)

type StoredOfAction = z.output<typeof storedActionOutput>

/** Settings of an output of an action. */
export type ActionOutputSettings = OutputSettings & Readonly<Pick<StoredOfAction, 'width' | 'height'>>

/** A key in counts, and part of file names. */
export const outputName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{C}/\\"]*$/u, 'must not contain slashes, backslashes, double quotes or control characters')
  .regex(/[^.\s]/, 'must not consist of dots alone: it is part of file names and URLs')
  .meta({ description: 'Name of the output: up to 60 characters, without quotes and slashes', examples: ['square'] })

/** What the only output of an action is called until it is named. */
export const DEFAULT_OUTPUT = 'main'

/** Of the outcomes of an output. */
export const outputStates = ['rendered', 'skipped', 'failed'] as const

export type OutputState = (typeof outputStates)[number]

type Stored = z.output<typeof storedOutput>

export type Encoding = NonNullable<Stored['encoding']>

export type OutputSettings = Readonly<Omit<Stored, 'formats'>> & { readonly formats: Readonly<Stored['formats']> }
