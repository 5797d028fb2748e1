import { templatePage } from './en/template-page.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the page of one template, which are loaded with it. */
export const t = textsOf({ ...en, ...templatePage } as const)
