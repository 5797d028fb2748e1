import { webhooks } from './en/webhooks.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the pages of webhooks, which are loaded with them. */
export const t = textsOf({ ...en, ...webhooks } as const)
