import { z } from 'zod'

/** Pages with real text and shapes. Photographs, blurs and SVGs with filters, masks or patterns are pictures in them. */
export const pdf = {
  name: 'pdf',
  mediaType: 'application/pdf',
  extension: 'pdf',
  settings: z.strictObject({
    /** Pixels of the picture per inch of the page: 300 makes A4 of 2480 x 3508. */
    dpi: z.number().min(36).max(1200).default(96),
    /** Of photographs; 100 keeps every pixel. */
    quality: z.int().min(1).max(100).default(85),
  }),
} as const
