import { settings } from './en/settings.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the settings, which are loaded with them. */
export const t = textsOf({ ...en, ...settings } as const)
