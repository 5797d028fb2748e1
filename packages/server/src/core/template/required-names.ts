import { variablesOf } from '@pictable/renderer/template'
import type { TemplateDesign } from './template.ts'

export interface RequiredName {
  name: string
  /** `layer "Title"`, for messages. */
  place: string
  /** The name that a subtraction without spaces may mean. */
  hyphened: string | undefined
}

/** The names used somewhere without a fallback: something has to fill them. */
export function requiredNames(design: TemplateDesign): RequiredName[] {
  const byName = new Map<string, RequiredName>()
  for (const { name, layer, property, required, hyphened } of variablesOf(design)) {
    if (byName.has(name) || !required) continue
    byName.set(name, { name, hyphened, place: layer === undefined ? `the page's ${property}` : `the layer "${layer}"` })
  }
  return [...byName.values()]
}
