import type { Camel } from '@pictable/model/key-case'
import { toCamel } from '@pictable/model/key-case'
import type { z } from 'zod'

type Plain = string | number | boolean | null

/** What JSON has of a value; nested values have to be presented by name. */
type Wire<Value> = Value extends Date ? string : Value extends Plain ? Value : never

type SharedKeys<Json, Entity> = {
  [Key in keyof Json & string]: Camel<Key> extends keyof Entity
    ? Entity[Camel<Key>] extends Plain | Date
      ? Wire<Entity[Camel<Key>]> extends Json[Key]
        ? Key
        : never
      : never
    : never
}[keyof Json & string]

export type Shared<Json, Entity> = Pick<Json, SharedKeys<Json, Entity>>

const isPlain = (value: unknown): value is Plain =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/**
 * `presentShared()` presents the plain values and times of an entity that the contract names. The contract is the list of
 * what is published: other properties, and what is nested in a property, stay here.
 */
export function presentShared<Shape extends z.ZodRawShape, Entity extends object>(
  { shape }: z.ZodObject<Shape>,
  entity: Entity,
): Shared<z.output<z.ZodObject<Shape>>, Entity> {
  const shared = Object.keys(shape).flatMap((key) => {
    const value: unknown = Reflect.get(entity, toCamel(key))
    if (value instanceof Date) return [[key, value.toISOString()] as const]
    return isPlain(value) ? [[key, value] as const] : []
  })
  // The type picks the same keys: each is compared with its type in the contract.
  return Object.fromEntries(shared) as Shared<z.output<z.ZodObject<Shape>>, Entity>
}
