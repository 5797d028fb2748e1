import { editor } from './en/editor.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the editor, which are loaded with it, beside those of the whole interface. */
export const t = textsOf({ ...en, ...editor })
