import { images } from './en/images.ts'
import { en } from './en.ts'
import { textsOf } from './t.ts'

/** Texts of the gallery and its images, which are loaded with them. */
export const t = textsOf({ ...en, ...images } as const)
