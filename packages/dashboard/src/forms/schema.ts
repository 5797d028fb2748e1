import * as v from 'valibot'

/** What forms understand of a JSON Schema; whatever else stands in it is for the server. */
export interface Schema {
  type?: string | string[] | undefined
  title?: string | undefined
  description?: string | undefined
  default?: unknown
  const?: unknown
  enum?: unknown[] | undefined
  format?: string | undefined
  examples?: unknown[] | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  maxLength?: number | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  items?: Schema | undefined
  anyOf?: Schema[] | undefined
  oneOf?: Schema[] | undefined
  additionalProperties?: Schema | boolean | undefined
  /** A change to an earlier value is stricter. */
  strongestFirst?: string[] | undefined
}

const text = v.optional(v.string())

export const schemaShape: v.GenericSchema<Schema> = v.lazy(() =>
  v.object({
    type: v.optional(v.union([v.string(), v.array(v.string())])),
    title: text,
    description: text,
    default: v.optional(v.unknown()),
    const: v.optional(v.unknown()),
    enum: v.optional(v.array(v.unknown())),
    format: text,
    examples: v.optional(v.array(v.unknown())),
    minimum: v.optional(v.number()),
    maximum: v.optional(v.number()),
    maxLength: v.optional(v.number()),
    properties: v.optional(v.record(v.string(), schemaShape)),
    required: v.optional(v.array(v.string())),
    items: v.optional(schemaShape),
    anyOf: v.optional(v.array(schemaShape)),
    oneOf: v.optional(v.array(schemaShape)),
    additionalProperties: v.optional(v.union([v.boolean(), schemaShape])),
    strongestFirst: v.optional(v.array(v.string())),
  }),
)

export type Fields = Readonly<Record<string, unknown>>

/** How a setting is asked for. */
export type Control =
  | { kind: 'text'; long: boolean }
  | { kind: 'number'; whole: boolean }
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly { value: unknown; label: string }[] }
  | { kind: 'list'; item: Schema }
  | { kind: 'group' }
  | { kind: 'map'; item: Schema }
  | { kind: 'variants'; variants: readonly Schema[] }
  | { kind: 'json' }

/** Longer texts than these get a box of several lines. */
const oneLine = 1000

const acronyms = /\b(api|ca|id|ip|sql|ssl|tls|url)\b/g

/** `time_zone` reads "Time zone" where the schema gives no title. */
export function labelOf(name: string, schema: Schema): string {
  if (schema.title) return schema.title
  const words = name
    .replace(/[_-]+/g, ' ')
    .trim()
    .replace(acronyms, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function choicesOf(schema: Schema): readonly { value: unknown; label: string }[] | null {
  if (schema.enum) return schema.enum.map((value) => ({ value, label: labelOf(String(value), {}) }))
  const cases = schema.anyOf ?? schema.oneOf
  if (!cases?.every((one) => one.const !== undefined)) return null
  return cases.map((one) => ({ value: one.const, label: labelOf(String(one.const), one) }))
}

/** What may be left empty is as if it were not there. */
function withoutNull(schema: Schema): Schema {
  const cases = (schema.anyOf ?? schema.oneOf)?.filter((one) => one.type !== 'null')
  const [only] = cases ?? []
  if (cases?.length === 1 && only) return { ...only, description: schema.description ?? only.description }
  return cases ? { ...schema, anyOf: cases, oneOf: undefined } : schema
}

export function controlOf(given: Schema): Control {
  const schema = withoutNull(given)
  const options = choicesOf(schema)
  if (options) return { kind: 'choice', options }
  if (schema.anyOf?.every((one) => one.properties)) return { kind: 'variants', variants: schema.anyOf }
  const types = [schema.type ?? []].flat().filter((one) => one !== 'null')
  const type = types.length === 1 ? types[0] : undefined
  if (type === 'string') return { kind: 'text', long: (schema.maxLength ?? 0) > oneLine && schema.format === undefined }
  if (type === 'number' || type === 'integer') return { kind: 'number', whole: type === 'integer' }
  if (type === 'boolean') return { kind: 'switch' }
  if (type === 'array' && schema.items) return { kind: 'list', item: schema.items }
  if (schema.properties) return { kind: 'group' }
  if (typeof schema.additionalProperties === 'object') return { kind: 'map', item: schema.additionalProperties }
  return { kind: 'json' }
}

/** The variant that a value is of: its constants agree. */
export function variantOf(variants: readonly Schema[], value: Fields): number {
  const fits = ({ properties = {} }: Schema) =>
    Object.entries(properties).every(([name, { const: fixed }]) => fixed === undefined || value[name] === fixed)
  return Math.max(0, variants.findIndex(fits))
}

/** A variant's own constants, to begin with. */
export function constantsOf({ properties = {} }: Schema): Fields {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { const: fixed }]) => (fixed === undefined ? [] : [[name, fixed]])),
  )
}

export function variantLabel(variant: Schema): string {
  return (
    variant.title ??
    Object.values(constantsOf(variant))
      .map((fixed) => labelOf(String(fixed), {}))
      .join(', ')
  )
}

/** One field changed; what was emptied is left out, so that the server's own default counts. */
export function withField(value: Fields, name: string, field: unknown): Fields {
  const { [name]: _, ...rest } = value
  return field === undefined ? rest : { ...rest, [name]: field }
}

export function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** A step of a JSON pointer (RFC 6901). */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
