import { z } from 'zod'

/** Settings of single formats, as far as actions and requests may choose them. */
export const encodingSchema = z.object({
  png: z.object({ palette: z.boolean().exactOptional(), colors: z.number().exactOptional() }).exactOptional(),
  jpeg: z.object({ progressive: z.boolean().exactOptional(), mozjpeg: z.boolean().exactOptional() }).exactOptional(),
  webp: z.object({ lossless: z.boolean().exactOptional() }).exactOptional(),
  avif: z.object({ lossless: z.boolean().exactOptional() }).exactOptional(),
  pdf: z.object({ dpi: z.number().exactOptional() }).exactOptional(),
})

export type Encoding = z.output<typeof encodingSchema>
