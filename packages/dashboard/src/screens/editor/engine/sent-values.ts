import { type TemplateValue, templateValue } from '@pictable/model/value'
import type { Values } from '@pictable/renderer/browser'

/** The names that bindings ask for, wherever they are. */
function boundNames(json: unknown): readonly string[] {
  if (typeof json !== 'object' || json === null) return []
  const own = [Reflect.get(json, 'bind')].flat().filter((name) => typeof name === 'string')
  return [...own, ...Object.values(json).flatMap(boundNames)]
}

/** What is missing is sent as `null`: by itself the server shows the name of a text's variable in its place. */
export function sentValues(design: object, values: Values): Record<string, TemplateValue> {
  const names = new Set([...boundNames(design), ...Object.keys(values)])
  return Object.fromEntries([...names].map((name) => [name, templateValue.catch(null).parse(values[name])]))
}
