import { z } from 'zod'

/** Where a picture comes from: an address that the loader of the caller knows, or a `data:` URL. */
export const sourceSchema = z.string().max(40_000_000).meta({ kind: 'image' })
