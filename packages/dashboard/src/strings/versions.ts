import { versions } from './en/versions.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the versions of a template, which are loaded when they are opened. */
export const t = textsOf({ ...en, ...versions } as const)
