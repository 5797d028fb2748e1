import { actions } from './en/actions.ts'
import { conditions } from './en/conditions.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the pages of actions, which are loaded with them. */
export const t = textsOf({ ...en, ...conditions, ...actions } as const)
