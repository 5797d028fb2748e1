import { data } from './en/data.ts'
import { editing } from './en/editing.ts'
import { editor } from './en/editor.ts'
import { inspector } from './en/inspector.ts'
import { pictures } from './en/pictures.ts'
import { en } from './en.ts'
import { type PlainKeyOf, textsOf } from './t.ts'

const catalogue = { ...en, ...editor, ...editing, ...inspector, ...data, ...pictures } as const

/** All texts of the editor: they are loaded after its first picture. */
export const t = textsOf(catalogue)

export type EditorKey = PlainKeyOf<typeof catalogue>
