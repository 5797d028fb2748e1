import { isBound, isEqual } from '@pictable/editor'
import type { PropertySchema } from '@pictable/renderer/property-schemas'

/** Values of several layers, which differ. */
export class Mixed {
  readonly values: readonly unknown[]

  constructor(values: readonly unknown[]) {
    this.values = values
  }
}

export const isMixed = (value: unknown): value is Mixed => value instanceof Mixed

/** What all have in common. */
export function sharedValue(values: readonly unknown[]): unknown {
  const [first, ...others] = values
  return others.every((each) => isEqual(each, first)) ? first : new Mixed(values)
}

type Key = string | number

/** The part of a value at a key; of several values, what their parts have in common. */
export function partAt(value: unknown, key: Key): unknown {
  if (isMixed(value)) return sharedValue(value.values.map((each) => partAt(each, key)))
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

/** A copy of a value with another part; `undefined` takes the part away. */
export function withPart(value: unknown, key: Key, part: unknown): unknown {
  if (typeof key === 'number') {
    const list: readonly unknown[] = Array.isArray(value) ? value : []
    return part === undefined ? list.toSpliced(key, 1) : list.toSpliced(key, 1, part)
  }
  const whole: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {}
  const { [key]: _, ...others } = whole
  return part === undefined ? others : { ...whole, [key]: part }
}

/** What a property is where nothing is written. */
export function effective(schema: PropertySchema, written: unknown): unknown {
  if (isMixed(written)) return sharedValue(written.values.map((each) => effective(schema, each)))
  return written === undefined ? schema.default : written
}

/** Whether a property says something else than the format does by itself, so that it can be reset. */
export function isChanged(schema: PropertySchema, written: unknown): boolean {
  return written !== undefined && !isMixed(written) && !isEqual(written, schema.default)
}

/** The names of the fields that fill a property as they are, `null` for any other one. */
export function boundNames(written: unknown): readonly string[] | null {
  if (!isBound(written) || partAt(written, 'bind') === undefined) return null
  return [partAt(written, 'bind')].flat().filter((name) => typeof name === 'string')
}
