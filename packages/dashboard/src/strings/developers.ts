import { developers } from './en/developers.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the pages for developers, which are loaded with them. */
export const t = textsOf({ ...en, ...developers } as const)
