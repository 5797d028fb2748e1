import { z } from 'zod/mini'
import { withMeta } from '#renderer/values/describe.ts'

/** Most are addresses; a picture that is there itself may be large. */
const MAX_LENGTH = 40_000_000

/**
 * Where a picture comes from: an address that the loader of the caller knows, or a `data:` URL. A template may make an
 * address of values: `https://shop.example/{{SKU | url}}.jpg`.
 */
export const sourceSchema = z
  .string()
  .check(z.maxLength(MAX_LENGTH))
  .apply(withMeta, { kind: 'image', isWritten: true, maxLength: MAX_LENGTH })
