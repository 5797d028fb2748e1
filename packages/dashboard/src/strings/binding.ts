import { binding } from './en/binding.ts'
import { inspector } from './en/inspector.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of what fills a property, which is loaded when it is opened. */
export const t = textsOf({ ...en, ...inspector, ...binding } as const)
