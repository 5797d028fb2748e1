import { editor } from './en/editor.ts'
import { inspector } from './en/inspector.ts'
import { en } from './en.ts'
import { type PlainKeyOf, textsOf } from './t.ts'

const catalogue = { ...en, ...editor, ...inspector } as const

/** Texts of the editor, which are loaded with it, beside those of the whole interface. */
export const t = textsOf(catalogue)

export type EditorKey = PlainKeyOf<typeof catalogue>
