import { batches } from './en/batches.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the pages of batches, which are loaded with them. */
export const t = textsOf({ ...en, ...batches } as const)
