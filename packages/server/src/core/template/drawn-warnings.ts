import { everyLayer } from '@pictable/renderer/template'
import type { TemplateDesign } from './template.ts'

/** What someone who looks at a picture wants to know; `layer` where it is about one. */
export interface DrawnWarning {
  layer: string | null
  /** Information says what is as the design asks for. */
  severity: 'warning' | 'information'
  message: string
}

type Said = Omit<DrawnWarning, 'severity'>

const start = 'layer "'
const end = '": '

/** `layer "Title": the text does not fit` as the layer and the rest, where there is such a layer. */
function warningOf(text: string, names: ReadonlySet<string>): Said {
  if (!text.startsWith(start)) return { layer: null, message: text }
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
    const layer = text.slice(start.length, at)
    if (names.has(layer)) return { layer, message: text.slice(at + end.length) }
  }
  return { layer: null, message: text }
}

/** The warnings of a report by layer, and its information. */
export function drawnWarnings(report: Readonly<Record<string, unknown>>, design: TemplateDesign): DrawnWarning[] {
  const names = new Set(everyLayer(design).map(({ layer }) => layer.name))
  const read = (texts: unknown, severity: DrawnWarning['severity']) =>
    Array.isArray(texts) ? texts.map((text) => ({ ...warningOf(String(text), names), severity })) : []
  return [...read(report.warnings, 'warning'), ...read(report.information, 'information')]
}
