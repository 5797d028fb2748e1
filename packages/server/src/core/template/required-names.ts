import { everyLayer, variablesOf } from '@pictable/renderer/template'
import type { TemplateDesign } from './template.ts'

export interface RequiredName {
  name: string
  /** `layer "Title"`, for messages. */
  place: string
}

/** The part of the JSON at a path such as `fill.stops[0].color`. */
function partAt(json: unknown, path: string): unknown {
  let part = json
  for (const key of path.match(/[^.[\]]+/g) ?? []) {
    if (typeof part !== 'object' || part === null) return undefined
    part = Reflect.get(part, key)
  }
  return part
}

/** A binding without a fallback; conditions need none, since they may ask whether a value is there. */
function needsValue(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('bind' in json)) return false
  return !('fallback' in json) || json.fallback === undefined
}

/** The names bound somewhere without a fallback: something has to fill them. */
export function requiredNames(design: TemplateDesign): RequiredName[] {
  const byName = new Map<string, RequiredName>()
  const layers = new Map(everyLayer(design).map((at) => [at.layer.name, at.layer]))
  for (const { name, layer, property } of variablesOf(design)) {
    const json = layer === undefined ? design : layers.get(layer)
    if (byName.has(name) || !needsValue(partAt(json, property))) continue
    byName.set(name, { name, place: layer === undefined ? `the page's ${property}` : `the layer "${layer}"` })
  }
  return [...byName.values()]
}
