/** `renderedAt` -> `rendered_at`, as a type. */
export type Snake<Text extends string> = Text extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Text

/** `rendered_at` -> `renderedAt`, as a type. */
export type Camel<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Text

export type SnakeKeys<Shape> = { [Key in keyof Shape as Key extends string ? Snake<Key> : Key]: Shape[Key] }

export type CamelKeys<Shape> = { [Key in keyof Shape as Key extends string ? Camel<Key> : Key]: Shape[Key] }

export const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const toCamel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The object as the API names its keys. Only its own keys: what is inside passes untouched. */
export function snakeKeys<Shape extends object>(shape: Shape): SnakeKeys<Shape> {
  const renamed = Object.entries(shape).map(([key, value]) => [toSnake(key), value] as const)
  // The type renames the keys as `toSnake()` does; the property test compares both.
  return Object.fromEntries(renamed) as SnakeKeys<Shape>
}

/** The object as the code names its keys. Only its own keys: what is inside passes untouched. */
export function camelKeys<Shape extends object>(shape: Shape): CamelKeys<Shape> {
  const renamed = Object.entries(shape).map(([key, value]) => [toCamel(key), value] as const)
  return Object.fromEntries(renamed) as CamelKeys<Shape>
}
