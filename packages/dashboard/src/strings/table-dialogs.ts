import { conditions } from './en/conditions.ts'
import { tableDialogs } from './en/table-dialogs.ts'
import { tables } from './en/tables.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of what opens over the pages of tables, which are loaded with it. */
export const t = textsOf({ ...en, ...conditions, ...tables, ...tableDialogs } as const)
