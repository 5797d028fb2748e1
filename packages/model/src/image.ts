/** Formats of a still picture. */
export const imageFormats = ['png', 'jpeg', 'webp', 'avif', 'pdf'] as const

export type ImageFormat = (typeof imageFormats)[number]

/** Formats of a picture that moves. */
export const movingFormats = ['gif', 'webp'] as const

export type MovingFormat = (typeof movingFormats)[number]

/** Formats of everything that is rendered. */
export const fileFormats = [...imageFormats, 'gif'] as const

export type FileFormat = (typeof fileFormats)[number]

/** What the files of each format are called and served as. */
export const fileTypes = {
  png: { extension: 'png', contentType: 'image/png' },
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
  webp: { extension: 'webp', contentType: 'image/webp' },
  avif: { extension: 'avif', contentType: 'image/avif' },
  pdf: { extension: 'pdf', contentType: 'application/pdf' },
  gif: { extension: 'gif', contentType: 'image/gif' },
} as const satisfies Record<FileFormat, { extension: string; contentType: string }>

/** How exact the number of images is. */
export const countAccuracies = ['exact', 'at_least', 'estimate'] as const

export type CountAccuracy = (typeof countAccuracies)[number]
