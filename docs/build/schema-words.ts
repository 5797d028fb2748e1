import type { z } from 'zod'
import { code } from './markdown.ts'

export type Json = z.core.JSONSchema.BaseSchema

/** A link for a schema that has a place of its own. */
export type LinkOf = (json: Json) => string | undefined

export interface Property {
  /** With the names of the objects around it: `write_back.url`. */
  name: string
  type: string
  required: boolean
  default: string
  description: string
}

function isJson(json: unknown): json is Json {
  return typeof json === 'object' && json !== null
}

function between(low: number | undefined, high: number | undefined): string {
  const [from, to] = [low, high].map((bound) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : String(bound),
  )
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} to ${to}`
  return from === undefined ? (to === undefined ? '' : `up to ${to}`) : `from ${from}`
}

function bounded(words: string, bounds: string): string {
  return bounds === '' ? words : `${words} (${bounds})`
}

/** `a, b or c` */
function choice(parts: readonly string[]): string {
  const different = [...new Set(parts)]
  return [different.slice(0, -1).join(', '), different.at(-1)].filter(Boolean).join(' or ')
}

function textWords({ format, minLength, maxLength }: Json): string {
  if (format === 'date-time') return 'time'
  const bounds = between(minLength === 0 ? undefined : minLength, maxLength)
  return bounded('text', bounds === '' || bounds === 'from 1' ? '' : `${bounds} characters`)
}

function listWords({ items, prefixItems, minItems, maxItems }: Json, linkOf: LinkOf): string {
  if (prefixItems && isJson(prefixItems[0])) return `list of ${prefixItems.length}: ${wordsOf(prefixItems[0], linkOf)}`
  const item = isJson(items) ? wordsOf(items, linkOf) : 'anything'
  const bounds = between(minItems, maxItems)
  return `${bounded('list', bounds)} of ${item}`
}

function objectWords({ properties, additionalProperties }: Json, linkOf: LinkOf): string {
  if (!properties) {
    const value = isJson(additionalProperties) ? wordsOf(additionalProperties, linkOf) : ''
    return value === '' || value === 'anything' ? 'object' : `object of ${value}`
  }
  const parts = Object.entries(properties).map(([name, json]) => {
    const constant = isJson(json) ? json.const : undefined
    return constant === undefined ? name : `${name}: ${JSON.stringify(constant)}`
  })
  return code(`{ ${parts.join(', ')} }`)
}

/** What a schema takes, in words: `whole number (1 to 100)`. */
export function wordsOf(json: Json, linkOf: LinkOf): string {
  const link = linkOf(json)
  if (link !== undefined) return link
  if (json.const !== undefined) return code(JSON.stringify(json.const))
  if (json.enum) return choice(json.enum.map((value) => code(JSON.stringify(value))))
  const options = json.anyOf ?? json.oneOf
  if (options) return choice(options.filter(isJson).map((option) => wordsOf(option, linkOf)))
  if (Array.isArray(json.type)) return choice(json.type.map((type) => wordsOf({ ...json, type }, linkOf)))
  if (json.type === 'string') return textWords(json)
  if (json.type === 'number') return bounded('number', between(json.minimum, json.maximum))
  if (json.type === 'integer') return bounded('whole number', between(json.minimum, json.maximum))
  if (json.type === 'boolean') return 'true or false'
  if (json.type === 'array') return listWords(json, linkOf)
  if (json.type === 'object') return objectWords(json, linkOf)
  return json.type === 'null' ? 'null' : 'anything'
}

interface Inside {
  json: Json
  /** What is between the name and those of the properties. */
  separator: '.' | '[].'
  type: string
}

/** The object to go into: the property itself, the only object among its forms, or the items of a list. */
function insideOf(json: Json, linkOf: LinkOf): Inside | undefined {
  if (linkOf(json) !== undefined) return undefined
  if (json.properties) return { json, separator: '.', type: 'object' }
  if (json.type === 'array' && isJson(json.items)) {
    const item = insideOf(json.items, linkOf)
    const bounds = between(json.minItems, json.maxItems)
    return item && { ...item, separator: '[].', type: `${bounded('list', bounds)} of objects` }
  }
  const [form, ...others] = (json.anyOf ?? []).filter(isJson).filter(({ type }) => type !== 'null')
  const inside = form && others.length === 0 ? insideOf(form, linkOf) : undefined
  return inside && { ...inside, type: `${inside.type} or null` }
}

/** The properties of an object, those of objects within it each on a line of its own. */
export function propertiesOf(json: Json, linkOf: LinkOf, prefix = ''): Property[] {
  return Object.entries(json.properties ?? {}).flatMap(([key, property]) => {
    if (!isJson(property)) return []
    const name = prefix + key
    const inside = insideOf(property, linkOf)
    const own: Property = {
      name,
      type: inside?.type ?? wordsOf(property, linkOf),
      required: json.required?.includes(key) ?? false,
      default: property.default === undefined ? '' : code(JSON.stringify(property.default)),
      description: property.description ?? '',
    }
    return inside ? [own, ...propertiesOf(inside.json, linkOf, name + inside.separator)] : [own]
  })
}
