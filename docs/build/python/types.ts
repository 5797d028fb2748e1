import { componentName, isIdentifier, toDocstring, toLiteral, toPascal, toSingular } from './names.ts'

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  enum?: readonly unknown[]
  const?: unknown
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  description?: string
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** Objects that may have keys of any name are plain dictionaries. */
const isObject = ({ type, properties, additionalProperties: more = false }: Schema): boolean =>
  type === 'object' && properties !== undefined && more === false

/** What tells the members of a union apart: a text that only one of them has, else the first key that it needs. */
function memberName({ properties = {}, required = [] }: Schema): string {
  const fixed = Object.values(properties).find((property) => typeof property.const === 'string')
  return toPascal(fixed === undefined ? (required[0] ?? Object.keys(properties)[0] ?? '') : String(fixed.const))
}

/** Writes schemas as types of Python: each object that has properties becomes a `TypedDict`. */
export class TypeWriter {
  readonly #components: Readonly<Record<string, Schema>>
  /** Definitions by name, in the order in which they are needed. */
  readonly #written = new Map<string, string>()
  /** Names of objects by what they are: two that are alike are one class. */
  readonly #names = new Map<string, string>()

  constructor(components: Readonly<Record<string, Schema>>) {
    this.#components = components
  }

  /** Names of all types that were written. */
  get names(): string[] {
    return [...this.#written.keys()].sort()
  }

  get definitions(): string {
    return [...this.#written.values()].join('\n\n')
  }

  /** The type of a schema; an object that has no name yet gets this one. */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return this.#component(schema.$ref.split('/').at(-1) ?? '')
    const members = schema.anyOf ?? schema.oneOf
    if (members !== undefined) return this.#union(members, name)
    if (schema.const !== undefined) return `Literal[${toLiteral(schema.const)}]`
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(toLiteral).join(', ')}]`
    if (typeof schema.type === 'object')
      return this.#union(
        schema.type.map((type) => ({ ...schema, type })),
        name,
      )
    if (schema.type === 'array') return `list[${this.typeOf(schema.items ?? {}, toSingular(name))}]`
    if (isObject(schema)) return this.#object(schema, name)
    if (schema.type === 'object') return `dict[str, ${this.#valueOf(schema, name)}]`
    return SIMPLE[schema.type ?? ''] ?? 'Any'
  }

  #valueOf({ additionalProperties: values }: Schema, name: string): string {
    return typeof values === 'object' ? this.typeOf(values, `${name}Value`) : 'Any'
  }

  #union(members: readonly Schema[], name: string): string {
    const objects = members.filter(isObject)
    const types = members.map((member) => {
      const suffix = isObject(member) && objects.length > 1 ? memberName(member) : ''
      return this.typeOf(member, name + suffix)
    })
    return types.includes('Any') ? 'Any' : [...new Set(types)].join(' | ')
  }

  #component(name: string): string {
    const own = componentName(name)
    if (this.#written.has(own)) return own
    const schema = this.#components[name]
    if (schema === undefined) throw new Error(`OpenAPI has no schema ${name}`)
    // Its place is kept, so that a schema that refers to itself ends.
    this.#written.set(own, '')
    if (isObject(schema)) this.#written.set(own, this.#class(schema, own))
    else {
      const doc = schema.description === undefined ? '' : toDocstring(schema.description, '')
      this.#written.set(own, `${own}: TypeAlias = ${JSON.stringify(this.typeOf(schema, own))}\n${doc}`)
    }
    return own
  }

  #object(schema: Schema, name: string): string {
    const { description: _, ...shape } = schema
    const key = JSON.stringify(shape)
    const known = this.#names.get(key)
    if (known !== undefined) return known
    if (this.#written.has(name))
      return this.#object(
        schema,
        name.replace(/\d*$/, (last) => String(Number(last || 1) + 1)),
      )
    this.#names.set(key, name)
    this.#written.set(name, '')
    this.#written.set(name, this.#class(schema, name))
    return name
  }

  #class(schema: Schema, name: string): string {
    const keys = Object.entries(schema.properties ?? {}).map(([key, property]) => {
      const type = this.typeOf(property, name + toPascal(key))
      const isNeeded = schema.required?.includes(key) === true
      return { key, type: isNeeded ? type : `NotRequired[${type}]`, description: property.description }
    })
    if (!keys.every(({ key }) => isIdentifier(key))) {
      const pairs = keys.map(({ key, type }) => `${JSON.stringify(key)}: ${JSON.stringify(type)}`)
      return `${name} = TypedDict(${JSON.stringify(name)}, {${pairs.join(', ')}})\n`
    }
    const doc = schema.description === undefined ? '' : `${toDocstring(schema.description, '    ')}\n`
    const fields = keys.map(
      ({ key, type, description }) =>
        `    ${key}: ${type}\n${description === undefined ? '' : toDocstring(description, '    ')}`,
    )
    return `class ${name}(TypedDict):\n${doc}${fields.join('') || '    pass\n'}`
  }
}
