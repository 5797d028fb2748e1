import { editor } from './en/editor.ts'
import { en } from './en.ts'
import { type PlainKeyOf, textsOf } from './t.ts'

const catalogue = { ...en, ...editor } as const

/** Texts of the editor, which are loaded with it, beside those of the whole interface. */
export const t = textsOf(catalogue)

export type EditorKey = PlainKeyOf<typeof catalogue>
