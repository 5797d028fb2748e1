import { writeCheck } from './en/write-check.ts'
import { textsOf } from './t.ts'

/** Texts about the check of a write-back, which are loaded with actions. */
export const t = textsOf(writeCheck)
