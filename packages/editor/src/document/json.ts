import type { PropertyPath } from './command.ts'
import { CommandError } from './command-error.ts'

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Single = string | number | boolean | null
type Json = Single | Json[] | { [name: string]: Json }
/** What a binding can be filled with. */
export type SampleValue = Single | Json[]
/** The values that a design is looked at with. */
export type Sample = Readonly<Record<string, SampleValue>>

const isSingle = (value: unknown): value is Single =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const isJson = (value: unknown): value is Json =>
  isSingle(value) || (typeof value === 'object' && Object.values(value ?? {}).every(isJson))

export const isSampleValue = (value: unknown): value is SampleValue =>
  isSingle(value) || (Array.isArray(value) && value.every(isJson))

/** True for equal JSON; the order of keys does not matter, and `undefined` is as good as absent. */
export function isEqual(one: unknown, other: unknown): boolean {
  // JSON knows no negative zero, which a rounded place may be.
  if (one === other) return true
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((item, at) => isEqual(item, other[at]))
  }
  if (!isObject(one) || !isObject(other)) return false
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isEqual(one[key], other[key]))
}

/** A copy of `container` with another value at the path; `undefined` removes a key, or an entry of a list. */
export function withValue(container: unknown, path: PropertyPath, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (typeof key === 'number') return withEntry(container, { key, rest, value })
  if (container !== undefined && !isObject(container)) throw new CommandError(`There is no "${key}" here.`)
  const part = withValue(container?.[key], rest, value)
  const { [key]: _, ...others } = container ?? {}
  return part === undefined ? others : { ...container, [key]: part }
}

function withEntry(
  container: unknown,
  { key, rest, value }: { key: number; rest: PropertyPath; value: unknown },
): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(container) ? container : []
  if (!Array.isArray(container) && container !== undefined) throw new CommandError('This is not a list.')
  if (key < 0 || key > list.length) throw new CommandError(`There is no entry ${key + 1} here.`)
  const part = withValue(list[key], rest, value)
  return part === undefined ? list.toSpliced(key, 1) : list.toSpliced(key, 1, part)
}
