import { source } from './en/source.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of source editors, which are loaded with the first one. */
export const t = textsOf({ ...en, ...source } as const)
