import { z } from 'zod/mini'
import { withMeta } from '#renderer/values/describe.ts'

/** Where a picture comes from: an address that the loader of the caller knows, or a `data:` URL. */
export const sourceSchema = z.string().check(z.maxLength(40_000_000)).apply(withMeta, { kind: 'image' })
