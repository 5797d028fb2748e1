const known = new WeakMap<object, readonly string[]>()

/** The names of the values that a layer is filled with, or that decide whether it is shown; not those of layers inside. */
export function boundFields(layer: object): readonly string[] {
  const made = known.get(layer)
  if (made) return made
  const names = [
    ...new Set(Object.entries(layer).flatMap(([key, value]) => (key === 'children' ? [] : namesIn(value)))),
  ]
  known.set(layer, names)
  return names
}

function namesIn(json: unknown): readonly string[] {
  if (typeof json !== 'object' || json === null) return []
  const own = [Reflect.get(json, 'bind')].flat().filter((name) => typeof name === 'string')
  const condition: unknown = Reflect.get(json, 'when')
  return [...own, ...conditionNames(condition), ...Object.values(json).flatMap(namesIn)]
}

/** A condition names the values that it compares as `value`. */
function conditionNames(condition: unknown): readonly string[] {
  if (typeof condition !== 'object' || condition === null) return []
  const own: unknown = Reflect.get(condition, 'value')
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(condition).flatMap(conditionNames)]
}
