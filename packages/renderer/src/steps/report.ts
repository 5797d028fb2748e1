import { everyFilled, type FilledLayer } from '#renderer/model/filled-layer.ts'
import type { LayerReport } from '#renderer/model/layer-kind.ts'
import type { Filled } from './fill.ts'
import type { Loaded } from './load.ts'
import type { Measured } from './measure.ts'

export interface Reported {
  readonly layers: Record<string, LayerReport>
  readonly warnings: string[]
}

/** Says about each layer what a person would want to know before looking at ten thousand pictures. */
export function report({ drawing, drawables, hidden, images, lettering }: Filled & Loaded & Measured): Reported {
  const layers: Record<string, LayerReport> = {}
  const warnings = fewOf([...drawing.warnings, ...hidden.values()])
  for (const layer of everyFilled(drawing.layers)) {
    const missing = images.get(layer)?.missing
    const found = { ...drawables.get(layer)?.report, ...(missing !== undefined && { missing }) }
    warnings.push(...missingFonts(layer, lettering).map((problem) => `layer "${layer.name}": ${problem}`))
    if (Object.keys(found).length > 0) layers[layer.name] = found
    warnings.push(...problemsOf(found).map((problem) => `layer "${layer.name}": ${problem}`))
  }
  return { layers, warnings }
}

/** A design binds tens of thousands of properties, and each of its five formats can fail. */
const mostOfValues = 100

/** Each once, and no more than a person reads. */
function fewOf(all: readonly string[]): string[] {
  const distinct = [...new Set(all)]
  const left = distinct.length - mostOfValues
  if (left <= 0) return distinct
  return [...distinct.slice(0, mostOfValues), `${left} more warnings about values`]
}

/** Why families that the layer names are replaced. */
function missingFonts({ content, source }: FilledLayer, { missing }: Loaded['lettering']): string[] {
  if (!content || !missing) return []
  const written = JSON.stringify(source)
  return [...missing].filter(([family]) => written.includes(JSON.stringify(family))).map(([, problem]) => problem)
}

function problemsOf({ truncated, overflows, missingGlyphs, missing }: LayerReport): string[] {
  return [
    ...(truncated ? ['the text does not fit and was cut off'] : []),
    ...(overflows ? ['the text overflows its box'] : []),
    ...(missingGlyphs ? [`no font contains ${missingGlyphs.join(', ')}`] : []),
    ...(missing === undefined ? [] : [missing]),
  ]
}
