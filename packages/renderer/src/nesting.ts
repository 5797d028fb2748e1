/** Levels of lists and objects in a template: ten groups in each other, and the deepest property. */
const MAX_LEVELS = 64

type Keys = readonly (string | number)[]

/** The place at which JSON has more levels than anything that reads it should go into; undefined when it has fewer. */
export function tooDeep(json: unknown): Keys[number][] | undefined {
  let level: { keys: Keys; value: unknown }[] = [{ keys: [], value: json }]
  for (let depth = 0; level.length > 0; depth++) {
    const [deepest] = level
    if (depth > MAX_LEVELS && deepest) return [...deepest.keys]
    level = level.flatMap(({ keys, value }) =>
      partsOf(value).map(([key, part]) => ({ keys: [...keys, key], value: part })),
    )
  }
  return undefined
}

function partsOf(value: unknown): (readonly [string | number, object])[] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, part]) => (typeof part === 'object' && part !== null ? [[key, part] as const] : []))
}
