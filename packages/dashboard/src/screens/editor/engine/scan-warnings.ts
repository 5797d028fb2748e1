import type { LaidOutLayer } from '@pictable/renderer/browser'
import { t } from '#dashboard/strings/scanning.ts'

/** In print. */
const PX_PER_MM = 300 / 25.4
/** What scanners of shops and cameras of phones read from a hand's width away. */
const MIN_UNIT_MM = 0.25
const MIN_CONTRAST = 3

export const millimetres = (px: number, digits: number) => Number((px / PX_PER_MM).toFixed(digits))

/** Why scanners may not read a code as it is drawn. */
export function scanWarnings({
  width,
  height,
  unitPx,
  contrast,
  hasPicture,
}: NonNullable<LaidOutLayer['scan']>): readonly string[] {
  const size = { width: millimetres(width, 0), height: millimetres(height, 0), unit: millimetres(unitPx, 2) }
  const isDense = unitPx / PX_PER_MM < MIN_UNIT_MM
  return [
    ...(isDense ? [t('scanning.too_dense', { ...size, least: MIN_UNIT_MM })] : []),
    ...(contrast !== undefined && contrast < 1 ? [t('scanning.inverted', size)] : []),
    ...(contrast !== undefined && contrast >= 1 && contrast < MIN_CONTRAST
      ? [t('scanning.too_pale', { ...size, contrast: Number(contrast.toFixed(1)), least: MIN_CONTRAST })]
      : []),
    ...(hasPicture ? [t('scanning.picture', size)] : []),
  ]
}
