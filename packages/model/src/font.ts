export const fontFormats = ['ttf', 'otf', 'woff', 'woff2'] as const

export const fontStyles = ['normal', 'italic'] as const

export type FontStyle = (typeof fontStyles)[number]

/** Where a family comes from. */
export const fontOrigins = ['bundled', 'custom', 'popular'] as const

export type FontOrigin = (typeof fontOrigins)[number]

export const fontInstalls = ['yes', 'partly', 'no'] as const

export type FontInstall = (typeof fontInstalls)[number]

/** Where families can be downloaded from. */
export const fontCatalogs = ['popular', 'google'] as const

export type FontCatalog = (typeof fontCatalogs)[number]
