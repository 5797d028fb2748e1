import { jpeg } from './jpeg.ts'
import { png } from './png.ts'
import { webp } from './webp.ts'

/** Every file format: one more is one file and one line here. */
export const outputKinds = [png, jpeg, webp] as const

export type OutputFormat = (typeof outputKinds)[number]['name']
