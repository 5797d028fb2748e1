/** Levels of lists and objects in a template: ten groups in each other, and the deepest property. */
const MAX_LEVELS = 64

type Keys = (string | number)[]

/** The place at which JSON has more levels than anything that reads it should go into; undefined when it has fewer. */
export function tooDeep(json: unknown): Keys | undefined {
  const path: Keys = []
  return isTooDeep(json, path) ? path : undefined
}

/** `path` leads to the value, then to the place that is found. A template may hold half a million values. */
function isTooDeep(value: unknown, path: Keys): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (path.length > MAX_LEVELS) return true
  const level = path.push('') - 1
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path[level] = index
      if (isTooDeep(value[index], path)) return true
    }
  } else {
    for (const [key, part] of Object.entries(value)) {
      path[level] = key
      if (isTooDeep(part, path)) return true
    }
  }
  path.pop()
  return false
}
