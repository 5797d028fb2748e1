export const fontFormats = ['ttf', 'otf', 'woff', 'woff2'] as const

export const fontStyles = ['normal', 'italic'] as const

export type FontStyle = (typeof fontStyles)[number]
