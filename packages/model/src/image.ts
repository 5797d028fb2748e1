/** Formats of a still picture. */
export const imageFormats = ['png', 'jpeg', 'webp', 'avif', 'pdf'] as const

export type ImageFormat = (typeof imageFormats)[number]

/** Formats of a picture that moves. */
export const movingFormats = ['gif', 'webp'] as const

export type MovingFormat = (typeof movingFormats)[number]

/** Formats of everything that is rendered. */
export const fileFormats = [...imageFormats, 'gif'] as const

export type FileFormat = (typeof fileFormats)[number]

/** How exact the number of images is. */
export const countAccuracies = ['exact', 'at_least', 'estimate'] as const

export type CountAccuracy = (typeof countAccuracies)[number]
