import { codeWarnings, type LaidOutLayer, scanLimits, scanProblems } from '@pictable/renderer/browser'
import { t } from '#dashboard/strings/scanning.ts'

/** In print. */
const PX_PER_MM = 300 / 25.4

export const millimetres = (px: number, digits: number) => Number((px / PX_PER_MM).toFixed(digits))

type Said = Pick<LaidOutLayer, 'scan' | 'warnings' | 'information'>

export interface ScanMessages {
  readonly warnings: readonly string[]
  readonly information: readonly string[]
}

/** What is to be said about a layer, with why scanners may not read its code in the words of print. */
export function scanMessages({ scan, warnings, information }: Said): ScanMessages {
  if (!scan) return { warnings, information }
  const { width, height, unitPx, contrast } = scan
  const size = { width: millimetres(width, 0), height: millimetres(height, 0), unit: millimetres(unitPx, 2) }
  // Thinner than what is read on a screen is also thinner than what is read in print.
  const problems = scanProblems(scan, unitPx / PX_PER_MM < scanLimits.unitMm)
  const words = {
    dense: () => t('scanning.too_dense', { ...size, least: scanLimits.unitMm }),
    inverted: () => t('scanning.inverted', size),
    pale: () => t('scanning.too_pale', { ...size, contrast: Number(contrast?.toFixed(1)), least: scanLimits.contrast }),
    picture: () => t('scanning.picture', size),
  }
  const said = (isInformation: boolean) =>
    problems.filter((problem) => (problem === 'picture') === isInformation).map((problem) => words[problem]())
  const inPixels = codeWarnings(scan, { scale: 1 }).map(({ message }) => message)
  const isOther = (message: string) => !inPixels.includes(message)
  return {
    warnings: [...warnings.filter(isOther), ...said(false)],
    information: [...information.filter(isOther), ...said(true)],
  }
}
