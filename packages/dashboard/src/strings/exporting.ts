import { exporting } from './en/exporting.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of exports, which are loaded when they are first needed. */
export const t = textsOf({ ...en, ...exporting } as const)
