import { tables } from './en/tables.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the pages of tables, which are loaded with them. */
export const t = textsOf({ ...en, ...tables } as const)
