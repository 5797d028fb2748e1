import { z } from 'zod/mini'

/** Pages with real text and shapes. Photographs, blurs and SVGs with filters, masks or patterns are pictures in them. */
export const pdf = {
  name: 'pdf',
  mediaType: 'application/pdf',
  extension: 'pdf',
  settings: z.strictObject({
    /** Pixels of the picture per inch of the page: 300 makes A4 of 2480 x 3508. */
    dpi: z._default(z.number().check(z.minimum(36), z.maximum(1200)), 96),
    /** Of photographs; 100 keeps every pixel. */
    quality: z._default(z.int().check(z.minimum(1), z.maximum(100)), 85),
  }),
} as const
