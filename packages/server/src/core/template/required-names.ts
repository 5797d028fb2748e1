import { variablesOf } from '@pictable/renderer/template'
import type { TemplateDesign } from './template.ts'

export interface RequiredName {
  name: string
  /** `layer "Title"`, for messages. */
  place: string
  /** The name that a subtraction without spaces may mean. */
  hyphened: string | undefined
  /** Whether a fallback in the template does without it everywhere. */
  mayFallBack: boolean
}

/** The names used somewhere without a fallback: something has to fill them. */
export function requiredNames(design: TemplateDesign): RequiredName[] {
  const byName = new Map<string, RequiredName>()
  for (const { name, layer, property, required, hyphened, mayFallBack } of variablesOf(design)) {
    if (!required) continue
    const place = layer === undefined ? `the page's ${property}` : `the layer "${layer}"`
    const known = byName.get(name)
    const first = known ?? { name, hyphened, place, mayFallBack }
    byName.set(name, { ...first, mayFallBack: first.mayFallBack && mayFallBack })
  }
  return [...byName.values()]
}
