import { scanning } from './en/scanning.ts'
import { textsOf } from './t.ts'

/** Texts about codes, which are loaded with the first code of a design. */
export const t = textsOf(scanning)
