import { everyLayer } from '@pictable/renderer/template'
import type { TemplateDesign } from './template.ts'

/** What someone who looks at a picture wants to know; `layer` where it is about one. */
export interface DrawnWarning {
  layer: string | null
  message: string
}

const start = 'layer "'
const end = '": '

/** `layer "Title": the text does not fit` as the layer and the rest, where there is such a layer. */
function warningOf(text: string, names: ReadonlySet<string>): DrawnWarning {
  if (!text.startsWith(start)) return { layer: null, message: text }
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
    const layer = text.slice(start.length, at)
    if (names.has(layer)) return { layer, message: text.slice(at + end.length) }
  }
  return { layer: null, message: text }
}

/** The warnings of a report by layer. */
export function drawnWarnings({ warnings }: Readonly<Record<string, unknown>>, design: TemplateDesign): DrawnWarning[] {
  if (!Array.isArray(warnings) || warnings.length === 0) return []
  const names = new Set(everyLayer(design).map(({ layer }) => layer.name))
  return warnings.map((warning) => warningOf(String(warning), names))
}
