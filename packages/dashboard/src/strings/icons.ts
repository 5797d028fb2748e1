import { icons } from './en/icons.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the icons, which are loaded when they are first shown. */
export const t = textsOf({ ...en, ...icons } as const)
