import type { Box } from '#renderer/geometry/box.ts'

/** How the squares of a code look. */
export const moduleShapes = ['square', 'rounded', 'dots'] as const

export type ModuleShape = (typeof moduleShapes)[number]

/** Codes of bars. */
export const barFormats = ['ean-13', 'ean-8', 'upc-a', 'itf-14', 'code-128', 'code-39'] as const

/** Codes of squares. */
export const matrixFormats = ['data-matrix', 'pdf417', 'aztec'] as const

export const barcodeFormats = [...barFormats, ...matrixFormats] as const

export type BarFormat = (typeof barFormats)[number]
export type MatrixFormat = (typeof matrixFormats)[number]

interface LogoPlace {
  readonly width: number
  readonly height: number
  readonly logoSize: number
}

/** Where the logo goes, in pixels of the layer, before the size of the code is known: relative to its box alone. */
export function logoBox({ width, height, logoSize }: LogoPlace): Box {
  const side = Math.min(width, height) * logoSize
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side }
}
