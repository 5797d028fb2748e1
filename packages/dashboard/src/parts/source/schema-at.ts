/** A part of a JSON Schema, as editors of it see it. */
export type SchemaPart = Readonly<Record<string, unknown>>

export function isPart(json: unknown): json is SchemaPart {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

const wordOf = ({ description }: SchemaPart) => (typeof description === 'string' ? description : undefined)

/** What a reference leads to; what stands beside the reference says more than what it leads to. */
function resolved(part: SchemaPart, root: SchemaPart): SchemaPart {
  if (typeof part.$ref !== 'string') return part
  const keys = part.$ref.split('/').slice(1)
  const target = keys.reduce<unknown>((found, key) => (isPart(found) ? found[key] : undefined), root)
  const { $ref: _, ...beside } = part
  return isPart(target) ? { ...resolved(target, root), ...beside } : beside
}

/** All shapes that a value may have, each whole. */
export function shapesOf(json: unknown, root: SchemaPart): SchemaPart[] {
  if (!isPart(json)) return []
  const part = resolved(json, root)
  const ways = [part.anyOf, part.oneOf].find(Array.isArray)
  if (!ways) return [part]
  const { anyOf: _, oneOf: __, ...beside } = part
  return ways.flatMap((way) => shapesOf(way, root)).map((shape) => ({ ...beside, ...shape, ...wordsOf(part, shape) }))
}

function wordsOf(outer: SchemaPart, inner: SchemaPart): SchemaPart {
  const description = wordOf(outer) ?? wordOf(inner)
  return description === undefined ? {} : { description }
}

export function propertiesOf(shape: SchemaPart): SchemaPart {
  return isPart(shape.properties) ? shape.properties : {}
}

/** Whether a value that is being typed may become one of this shape: what tells shapes apart is not another one's. */
function mayBe(shape: SchemaPart, value: unknown, root: SchemaPart): boolean {
  if (Array.isArray(value)) return shape.type === 'array'
  if (!isPart(value)) return true
  if (shape.type !== 'object' || !isPart(shape.properties)) return shape.type === 'object'
  const { properties } = shape
  const isOpen = isPart(shape.additionalProperties)
  return Object.entries(value).every(([key, given]) => {
    const known = properties[key]
    if (known === undefined) return isOpen || given === undefined
    const fixed = shapesOf(known, root).map((each) => each.const)
    return given === undefined || fixed.includes(undefined) || fixed.includes(given)
  })
}

/** Those that the value fits, or all while it fits none. */
function fitting(shapes: readonly SchemaPart[], value: unknown, root: SchemaPart): readonly SchemaPart[] {
  const fit = shapes.filter((shape) => mayBe(shape, value, root))
  if (fit.length > 0) return fit
  // A property that is wrong must not hide what the rest says.
  const { type } = isPart(value) ? value : {}
  const ofType = shapes.filter((shape) => shapesOf(propertiesOf(shape).type, root).some((each) => each.const === type))
  return ofType.length > 0 ? ofType : shapes
}

function within(shape: SchemaPart, key: string | number, root: SchemaPart): SchemaPart[] {
  if (typeof key === 'number') return shapesOf(shape.items, root)
  const known = propertiesOf(shape)[key]
  return shapesOf(known ?? shape.additionalProperties, root)
}

/** The shapes that the value at `path` of a document may have, given what the document says so far. */
export function shapesAt(
  root: SchemaPart,
  document: unknown,
  path: readonly (string | number)[],
): readonly SchemaPart[] {
  let value = document
  let shapes = fitting(shapesOf(root, root), value, root)
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
    shapes = fitting(
      shapes.flatMap((shape) => within(shape, key, root)),
      value,
      root,
    )
  }
  return shapes
}

/** What may be written for a value, as JSON. */
export function writtenValues(shapes: readonly SchemaPart[]): string[] {
  const values = shapes.flatMap((shape): unknown[] => {
    if (Array.isArray(shape.enum)) return shape.enum
    if (shape.const !== undefined) return [shape.const]
    if (shape.type === 'boolean') return [true, false]
    return shape.default === undefined ? [] : [shape.default]
  })
  return [...new Set(values.map((value) => JSON.stringify(value)))]
}

/** What is said of a value, once. */
export function descriptionOf(shapes: readonly SchemaPart[]): string | undefined {
  return shapes.map(wordOf).find((words) => words !== undefined)
}

/** `text, number or object`, for people. */
export function typesOf(shapes: readonly SchemaPart[]): string {
  const types = shapes.flatMap(({ type, const: fixed }) =>
    fixed === undefined ? [type].flat() : [JSON.stringify(fixed)],
  )
  return [...new Set(types.filter((type) => typeof type === 'string'))].slice(0, 6).join(' | ')
}
