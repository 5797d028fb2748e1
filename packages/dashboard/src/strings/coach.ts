import { coach } from './en/coach.ts'
import { textsOf } from './t.ts'

/** Texts of the hints, which are loaded with them. */
export const t = textsOf(coach)
