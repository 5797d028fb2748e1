import { editor } from './en/editor.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the editor that its first picture needs, beside those of the whole interface. */
export const t = textsOf({ ...en, ...editor })
