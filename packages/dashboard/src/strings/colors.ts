import { colors } from './en/colors.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the colour picker, which is loaded when it is opened. */
export const t = textsOf({ ...en, ...colors } as const)
