import { z } from 'zod'

const schema = z
  .looseObject({
    $ref: z.string(),
    anyOf: z.array(z.unknown()),
    oneOf: z.array(z.unknown()),
    type: z.union([z.string(), z.array(z.string())]),
    const: z.unknown(),
    enum: z.array(z.unknown()),
    properties: z.record(z.string(), z.unknown()),
    required: z.array(z.string()),
    items: z.unknown(),
    prefixItems: z.array(z.unknown()),
    description: z.string(),
    default: z.unknown(),
  })
  .partial()

type Part = z.output<typeof schema>

/** Schemas may be `true` or `false` too. */
const read = (given: unknown): Part => schema.safeParse(given).data ?? {}

/** Members of members of members are told by their names alone. */
const DEEPEST = 3

/** Any property may be one of these: it is said once, above all. */
const everywhere: ReadonlySet<string> = new Set(['Binding', 'Expression'])

const lastPart = (ref: string) => ref.split('/').at(-1) ?? ''

/** A JSON Schema of designs as words: a tenth of its length, and as good for a model that writes designs. */
export class DesignWords {
  readonly #definitions: Readonly<Record<string, unknown>>
  readonly #page: Part

  constructor(json: unknown) {
    this.#page = read(json)
    this.#definitions = z.record(z.string(), z.unknown()).parse(this.#page.$defs ?? {})
  }

  /** Of the page itself. */
  page(): string {
    return this.#members(this.#page, 0)
  }

  /** Properties of each type of layer, by its name. */
  layers(): Map<string, string> {
    const { oneOf = [] } = this.#resolve({ $ref: '#/$defs/Layer' })
    return new Map(
      oneOf.map((each) => {
        const layer = this.#resolve(each)
        const type = this.#resolve(layer.properties?.type).const
        return [String(type), this.#members(layer, 0)]
      }),
    )
  }

  #resolve(given: unknown): Part {
    const { $ref, ...part } = read(given)
    return $ref === undefined ? part : { ...this.#resolve(this.#definitions[lastPart($ref)]), ...part }
  }

  #members({ properties = {}, required = [] }: Part, depth: number): string {
    return Object.entries(properties)
      .map(([name, given]) => {
        const part = this.#resolve(given)
        const words = [this.#kind(given, depth + 1)]
        if (!required.includes(name)) words.push('optional')
        if (part.default !== undefined) words.push(`default ${JSON.stringify(part.default)}`)
        if (part.description !== undefined) words.push(part.description)
        return `- ${name}: ${words.join('. ')}`
      })
      .join('\n')
  }

  #kind(given: unknown, depth: number): string {
    const { $ref } = read(given)
    if ($ref !== undefined && lastPart($ref) === 'Layer') return 'layer'
    const part = this.#resolve(given)
    if (part.const !== undefined) return JSON.stringify(part.const)
    if (part.enum !== undefined) return part.enum.map((each) => JSON.stringify(each)).join(' | ')
    const choices = part.anyOf ?? part.oneOf
    if (choices !== undefined) return this.#choices(choices, depth)
    if (part.prefixItems !== undefined) return `[${part.prefixItems.map((each) => this.#kind(each, depth)).join(', ')}]`
    if (part.type === 'array') return `list of (${depth > DEEPEST ? 'any' : this.#kind(part.items, depth + 1)})`
    if (part.properties !== undefined) return this.#object(part, depth)
    return [part.type ?? 'any'].flat().join(' | ')
  }

  #choices(choices: readonly unknown[], depth: number): string {
    const own = choices.filter((each) => !everywhere.has(lastPart(read(each).$ref ?? '')))
    return [...new Set(own.map((each) => this.#kind(each, depth)))].join(' | ')
  }

  #object({ properties = {}, required = [] }: Part, depth: number): string {
    const members = Object.entries(properties).map(([name, given]) => {
      const label = required.includes(name) ? name : `${name}?`
      return depth >= DEEPEST ? label : `${label}: ${this.#kind(given, depth + 1)}`
    })
    return `{ ${members.join(', ')} }`
  }
}
