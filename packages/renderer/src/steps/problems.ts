import { scanLimits, scanProblems } from '#renderer/codes/scan-limits.ts'
import type { LayerReport, LeftOut, ScanFacts } from '#renderer/model/layer-kind.ts'
import type { Warning, WarningCode } from '#renderer/model/warning.ts'
import type { Missing } from './missing.ts'

/** Below this part of its size a text that was made smaller no longer looks as it was designed. */
const LEAST_FIT = 0.8
/** From here on edges look soft. */
const MOST_ENLARGED = 1.25
/** Less comes of rounding. */
const SEEN_ENLARGED = 1.02

/** Whether someone should check a text because it was made smaller. */
export const isShrunkMuch = ({ fit = 1, atMinimum }: LayerReport): boolean =>
  Math.round(fit * 100) < 100 && (atMinimum === true || fit < LEAST_FIT)

/** What warnings say of the text of a layer. */
export function textWarnings(report: LayerReport): Warning[] {
  const { fit = 1, atMinimum, truncated, overflows, missingGlyphs } = report
  const warnings: Warning[] = []
  const warn = (code: WarningCode, message: string) => warnings.push({ code, message })
  const percent = Math.round(fit * 100)
  if (percent < 100) {
    const message = `the text was made smaller to fit: ${percent} % of its font size${atMinimum ? ', the smallest allowed' : ''}`
    warnings.push({ code: 'shrunk', message, ...(!isShrunkMuch(report) && { isInformation: true }) })
  }
  if (truncated) warn('truncated', 'the text does not fit and was cut off')
  if (overflows) warn('overflows', 'the text overflows its box')
  if (missingGlyphs) warn('missing_glyphs', `no font contains ${missingGlyphs.join(', ')}`)
  return warnings
}

function featureWarnings({ missingFeatures = [] }: LayerReport): Warning[] {
  if (missingFeatures.length === 0) return []
  const named = missingFeatures.map((tag) => `"${tag}"`).join(', ')
  const features = missingFeatures.length === 1 ? 'feature' : 'features'
  return [{ code: 'missing_features', message: `the font does not have the OpenType ${features} ${named}` }]
}

/** How large the pixels of a code come out. */
export interface ScanScale {
  /** Pixels of the output per pixel of the template. */
  readonly scale: number
  /** On paper, where bars and squares have no pixels. */
  readonly mmPerPx?: number | undefined
}

/** What warnings say of a code. */
export function codeWarnings(scan: ScanFacts, { scale, mmPerPx }: ScanScale): Warning[] {
  const [unit, least, name] =
    mmPerPx === undefined
      ? [scan.unitPx * scale, scan.leastPx, 'pixels']
      : [scan.unitPx * mmPerPx, scanLimits.unitMm, 'mm']
  const words = {
    dense: `its thinnest bars or squares have ${roundedDown(unit, 2)} ${name}, and scanners need ${least}: enlarge it or shorten its value`,
    inverted: 'it is lighter than its background: choose a darker colour',
    pale: `its contrast is ${roundedDown(scan.contrast ?? 0, 1)}:1, and scanners need ${scanLimits.contrast}:1: choose a darker colour or a lighter background`,
    picture: 'a picture paints it or its background, so its contrast is unknown: scan a proof',
  }
  return scanProblems(scan, unit < least - ROUNDING).map((problem) => ({
    code: 'hard_to_scan',
    message: `the code is hard to scan: ${words[problem]}`,
    ...(problem === 'picture' && { isInformation: true }),
  }))
}

const ROUNDING = 1e-6

/** What is too little must not read as enough. */
const roundedDown = (number: number, digits: number) =>
  (Math.floor(number * 10 ** digits) / 10 ** digits).toFixed(digits)

/** What warnings say of a picture that is drawn with more pixels than it has. */
export function enlargedWarnings(enlarged: number | undefined): Warning[] {
  if (enlarged === undefined || enlarged < SEEN_ENLARGED) return []
  const message = `the picture has too few pixels: it is enlarged to ${Math.round(enlarged * 100)} % of its size`
  return [{ code: 'enlarged', message, ...(enlarged <= MOST_ENLARGED && { isInformation: true }) }]
}

/** Words for one, and for several. */
const leftOutWords: Record<keyof LeftOut, readonly [one: string, several: string]> = {
  legend: ['the legend has no room for # more entry', 'the legend has no room for # more entries'],
  labels: ['# label has no room and is not shown', '# labels have no room and are not shown'],
  values: ['# value has no room and is not shown', '# values have no room and are not shown'],
  cut: ['# label does not fit and was cut off', '# labels do not fit and were cut off'],
  colors: ['# part has the colour of another one: add colours', '# parts have the colour of another one: add colours'],
}

/** What warnings say of a chart that could not show everything. */
function chartWarnings(leftOut: LeftOut): Warning[] {
  const found = Object.entries(leftOut) as [keyof LeftOut, number][]
  return found.map(([what, count]) => ({
    code: what === 'colors' ? 'repeated_colors' : 'truncated',
    message: leftOutWords[what][count === 1 ? 0 : 1].replace('#', String(count)),
  }))
}

/** What warnings say of pictures that are not there. */
export function missingWarnings(missing: Missing | undefined): Warning[] {
  if (missing === undefined) return []
  const { reason, isExpected } = missing
  return [{ code: 'missing_image', message: reason, ...(isExpected && { isInformation: true }) }]
}

/** What is to be said about a layer. */
export function problemsOf(report: LayerReport, missing: Missing | undefined): Warning[] {
  const { enlarged, leftOut } = report
  return [
    ...textWarnings(report),
    ...featureWarnings(report),
    ...missingWarnings(missing),
    ...enlargedWarnings(enlarged),
    ...(leftOut ? chartWarnings(leftOut) : []),
  ]
}
