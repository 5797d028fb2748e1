/** Levels of lists and objects in a template: ten groups in each other, and the deepest property. */
const MAX_LEVELS = 64

type Keys = (string | number)[]

const TOO_DEEP = 'is nested too deeply'
const RESERVED = 'is a reserved name'

/** What JSON has that nothing may read: more levels than a template needs, or a key that objects lose. */
export function problemOfShape(json: unknown): { path: Keys; message: string } | undefined {
  const path: Keys = []
  const message = problemIn(json, path)
  return message === undefined ? undefined : { path, message }
}

/** `path` leads to the value, then to the place that is found. A template may hold half a million values. */
function problemIn(value: unknown, path: Keys): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length > MAX_LEVELS) return TOO_DEEP
  const level = path.push('') - 1
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path[level] = index
      const problem = problemIn(value[index], path)
      if (problem !== undefined) return problem
    }
  } else {
    for (const [key, part] of Object.entries(value)) {
      path[level] = key
      const problem = key === '__proto__' ? RESERVED : problemIn(part, path)
      if (problem !== undefined) return problem
    }
  }
  path.pop()
  return undefined
}
