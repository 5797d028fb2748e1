import { newTemplate } from './en/new-template.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the dialogs that create a template, which are loaded when one is first opened. */
export const t = textsOf({ ...en, ...newTemplate } as const)
