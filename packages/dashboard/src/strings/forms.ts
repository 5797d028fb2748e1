import { forms } from './en/forms.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the forms of a template, which are loaded when they are opened. */
export const t = textsOf({ ...en, ...forms } as const)
