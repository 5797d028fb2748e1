import { everyFilled, type FilledLayer, picturePlaceOf } from '#renderer/model/filled-layer.ts'
import type { LayerReport } from '#renderer/model/layer-kind.ts'
import { type Warning, type WarningCode, warningCodes } from '#renderer/model/warning.ts'
import type { Filled } from './fill.ts'
import { everyLoaded, type Loaded, type LoadedPictures } from './load.ts'
import type { Measured } from './measure.ts'

export interface Reported {
  readonly layers: Record<string, LayerReport>
  readonly warnings: string[]
  readonly warningCodes: WarningCode[]
}

type Reporting = Filled & Loaded & Measured

/** Says about each layer what a person would want to know before looking at ten thousand pictures. */
export function report({ drawing, drawables, hidden, images, lettering }: Reporting): Reported {
  const layers: Record<string, LayerReport> = {}
  const ofValues: Warning[] = [...drawing.warnings, ...hidden.values()]
  const ofLayers: string[] = []
  const codes = new Set<WarningCode>()
  for (const layer of everyFilled(drawing.layers)) {
    const drawn = drawables.get(layer)?.report
    const missing = missingOf(images.get(layer), drawn)
    const found = { ...drawn, ...(missing !== undefined && { missing }) }
    if (Object.keys(found).length > 0) layers[layer.name] = found
    // A text that fits once it is smaller is no cause for words.
    if ((found.fit ?? 1) < 1) codes.add('shrunk')
    const problems = problemsOf(found)
    for (const { code } of problems) codes.add(code)
    const words = [...missingFonts(layer, lettering), ...problems.map(({ message }) => message)]
    ofLayers.push(...words.map((message) => `layer "${layer.name}": ${message}`))
  }
  const ofPage = problemsOfPage({ drawing, images })
  for (const { code } of [...ofValues, ...ofPage]) codes.add(code)
  return {
    layers,
    warnings: [...fewOf(ofValues), ...ofPage.map(({ message }) => message), ...ofLayers],
    warningCodes: warningCodes.filter((code) => codes.has(code)),
  }
}

/** Why the picture of the background is absent or was replaced. */
export function problemsOfPage({ drawing: { page }, images }: Pick<Reporting, 'drawing' | 'images'>): Warning[] {
  const missing = missingOf(images.get(page))
  return missing === undefined ? [] : [{ code: 'missing_image', message: `${picturePlaceOf(page.name)}: ${missing}` }]
}

/** Why pictures are not there, each reason once; undefined where all are. */
function missingOf(pictures: LoadedPictures | undefined, drawn?: LayerReport): string | undefined {
  const all = [drawn?.missing, ...everyLoaded(pictures).map(({ missing }) => missing)]
  const reasons = new Set(all.filter((reason) => reason !== undefined))
  return reasons.size > 0 ? [...reasons].join('; ') : undefined
}

/** A design binds tens of thousands of properties, and each of its five formats can fail. */
const mostOfValues = 100

/** Each once, and no more than a person reads. */
function fewOf(all: readonly Warning[]): string[] {
  const distinct = [...new Set(all.map(({ message }) => message))]
  const left = distinct.length - mostOfValues
  if (left <= 0) return distinct
  return [...distinct.slice(0, mostOfValues), `${left} more warnings about values`]
}

/** Why families that the layer names are replaced, where a design is edited. Other pictures are not made without them. */
function missingFonts({ content, source }: FilledLayer, { missing }: Loaded['lettering']): string[] {
  if (!content || !missing) return []
  const written = JSON.stringify(source)
  return [...missing].filter(([family]) => written.includes(JSON.stringify(family))).map(([, problem]) => problem)
}

/** What warnings say of the text of a layer. */
export function textWarnings({ truncated, overflows, missingGlyphs }: LayerReport): Warning[] {
  const warnings: Warning[] = []
  const warn = (code: WarningCode, message: string) => warnings.push({ code, message })
  if (truncated) warn('truncated', 'the text does not fit and was cut off')
  if (overflows) warn('overflows', 'the text overflows its box')
  if (missingGlyphs) warn('missing_glyphs', `no font contains ${missingGlyphs.join(', ')}`)
  return warnings
}

function problemsOf(report: LayerReport): Warning[] {
  const { missing } = report
  return [
    ...textWarnings(report),
    ...(missing === undefined ? [] : [{ code: 'missing_image', message: missing } as const]),
  ]
}
