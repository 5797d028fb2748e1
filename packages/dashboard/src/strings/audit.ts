import { audit } from './en/audit.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the audit log, which are loaded with it. */
export const t = textsOf({ ...en, ...audit } as const)
