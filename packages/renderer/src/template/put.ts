import type { Keys } from './slots.ts'

interface Put {
  readonly value: unknown
  /** What was copied before: a list of many parts is copied once, not for each of them. */
  readonly own: Set<object>
}

/** Makes the property at `keys` the value, in copies of what is inside; undefined takes it away. */
export function put(into: object, [key, ...rest]: Keys, { value, own }: Put): void {
  if (key === undefined) return
  if (rest.length === 0) {
    if (value === undefined && !Array.isArray(into)) Reflect.deleteProperty(into, key)
    else set(into, key, value)
    return
  }
  const before: unknown = Reflect.get(into, key)
  if (typeof before !== 'object' || before === null) return
  const copy = own.has(before) ? before : Array.isArray(before) ? [...before] : { ...before }
  own.add(copy)
  set(into, key, copy)
  put(copy, rest, { value, own })
}

/** Also where the key is that of the prototype. */
function set(into: object, key: string | number, value: unknown): void {
  Object.defineProperty(into, key, { value, writable: true, enumerable: true, configurable: true })
}
