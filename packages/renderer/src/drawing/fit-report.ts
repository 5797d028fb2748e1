import type { LayerReport } from '#renderer/model/layer-kind.ts'

interface Sizes {
  readonly fontSize: number
  readonly minFontSize: number
}

/** What the report says of the font size that text was given to fit. */
export function fitReport(
  fontSizePx: number,
  { fontSize, minFontSize }: Sizes,
): Pick<LayerReport, 'fit' | 'atMinimum'> {
  const isLeast = fontSizePx < fontSize && fontSizePx <= minFontSize
  return { fit: Math.round((fontSizePx / fontSize) * 1000) / 1000, ...(isLeast && { atMinimum: true }) }
}
