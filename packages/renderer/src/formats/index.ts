import { avif } from './avif.ts'
import { jpeg } from './jpeg.ts'
import { pdf } from './pdf.ts'
import { png } from './png.ts'
import { webp } from './webp.ts'

/** Every format of pixels: one more is one file and one line here. */
export const pictureKinds = [png, jpeg, webp, avif] as const

/** Every file format. */
export const outputKinds = [...pictureKinds, pdf] as const

export type PictureFormat = (typeof pictureKinds)[number]['name']
export type OutputFormat = (typeof outputKinds)[number]['name']

/** Those of the formats that are made of pixels. */
export function pictureFormats(formats: readonly OutputFormat[]): PictureFormat[] {
  return formats.filter((format) => format !== 'pdf')
}
