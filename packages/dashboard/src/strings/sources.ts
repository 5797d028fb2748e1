import { sources } from './en/sources.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the pages of sources, which are loaded with them. */
export const t = textsOf({ ...en, ...sources } as const)
