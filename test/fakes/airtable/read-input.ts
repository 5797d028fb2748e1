import type { z } from 'zod'
import { AirtableFailure, invalid, invalidRequest, unsupported } from './errors.ts'

const arrayName = /^(\w+)\[(\d*)\]$/
const objectName = /^(\w+)\[(\d+)\]\[(\w+)\]$/

function listAt(query: Record<string, unknown>, name: string): unknown[] {
  const known = query[name]
  const list: unknown[] = Array.isArray(known) ? known : []
  query[name] = list
  return list
}

/** `readQuery()` understands `a=1`, `a[]=1` and `a[0][b]=1`. */
export function readQuery(parameters: URLSearchParams): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  const objects = new Map<string, Record<string, unknown>>()
  for (const [key, value] of parameters) {
    const [, objectKey, index, property] = objectName.exec(key) ?? []
    const [, arrayKey] = arrayName.exec(key) ?? []
    if (objectKey !== undefined && property !== undefined) {
      const place = `${objectKey}[${index}]`
      const object = objects.get(place) ?? {}
      if (!objects.has(place)) listAt(query, objectKey).push(object)
      objects.set(place, object)
      object[property] = value
    } else if (arrayKey !== undefined) listAt(query, arrayKey).push(value)
    else query[key] = value
  }
  return query
}

function without(value: unknown, path: readonly PropertyKey[], keys: readonly string[]): unknown {
  const [first, ...rest] = path
  if (Array.isArray(value)) return value.map((item, index) => (index === first ? without(item, rest, keys) : item))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if (first === undefined) return Object.fromEntries(entries.filter(([key]) => !keys.includes(key)))
  return Object.fromEntries(entries.map(([key, inner]) => [key, key === first ? without(inner, rest, keys) : inner]))
}

/** `readInput()` parses by a strict schema: what it does not know is refused by name, or dropped when not `strict`. */
export function readInput<T>(schema: z.ZodType<T>, input: unknown, strict: boolean): T {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (!issue) throw invalidRequest('')
  const place = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    if (strict) throw unsupported(`Not modelled: ${[...issue.path, issue.keys.join(', ')].join('.')}`)
    return readInput(schema, without(input, issue.path, issue.keys), strict)
  }
  if (place === 'fields' || place === 'records') {
    throw invalid('INVALID_REQUEST_MISSING_FIELDS', `Could not find field "${place}" in the request body`)
  }
  throw invalidRequest(`${place}: ${issue.message}`)
}

export function readJson(bytes: Buffer): unknown {
  if (bytes.byteLength === 0) return {}
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new AirtableFailure(400, {
      error: { type: 'INVALID_REQUEST_BODY', message: 'Could not parse request body' },
    })
  }
}
