import { keys } from './en/keys.ts'
import { type PlainKeyOf, textsOf } from './t.ts'

/** Texts of the list of keys, which is loaded when it is opened. */
export const t = textsOf(keys)

export type KeyTitle = PlainKeyOf<typeof keys>
