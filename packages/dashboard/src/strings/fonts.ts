import { fonts } from './en/fonts.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the font picker, which is loaded when it is opened. */
export const t = textsOf({ ...en, ...fonts } as const)
