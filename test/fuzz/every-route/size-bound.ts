import { type Endpoint, isRaw } from '@pictable/client'
import { z } from 'zod'

const shapeSchema = z.looseObject({
  $ref: z.string().optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  maxLength: z.number().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  items: z.unknown().optional(),
  maxItems: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
})

/** Of a character, written as `\u0000`. */
const CHARACTER_BYTES = 6
const NUMBER_BYTES = 25
const TIME_BYTES = 40

function bytesOfText({ maxLength, pattern, format }: z.output<typeof shapeSchema>): number {
  const inPattern = /\{(?:\d+,)?(\d+)\}\$?$/.exec(pattern ?? '')?.[1]
  if (format === 'date-time') return TIME_BYTES
  return CHARACTER_BYTES * (maxLength ?? (inPattern === undefined ? Number.POSITIVE_INFINITY : Number(inPattern)))
}

/** How large a value can be as JSON; infinite when its schema does not bound it. A schema that contains itself does not. */
export function mostBytes(schema: unknown, defs: Readonly<Record<string, unknown>> = {}): number {
  const shape = shapeSchema.parse(schema)
  const known = { ...defs, ...shape.$defs }
  if (shape.$ref !== undefined) {
    const { [shape.$ref.replace('#/$defs/', '')]: target, ...rest } = known
    return target === undefined ? Number.POSITIVE_INFINITY : mostBytes(target, rest)
  }
  const options = shape.anyOf ?? shape.oneOf
  if (options !== undefined) return Math.max(...options.map((option) => mostBytes(option, known)))
  if (shape.const !== undefined) return JSON.stringify(shape.const).length
  if (shape.enum !== undefined) return Math.max(...shape.enum.map((word) => JSON.stringify(word).length))
  if (shape.type === 'string') return bytesOfText(shape)
  if (shape.type === 'array') return (shape.maxItems ?? Number.POSITIVE_INFINITY) * mostBytes(shape.items, known)
  if (shape.type === 'object') {
    if (shape.additionalProperties !== false) return Number.POSITIVE_INFINITY
    const parts = Object.entries(shape.properties ?? {})
    return parts.reduce((sum, [name, part]) => sum + name.length + 4 + mostBytes(part, known), 2)
  }
  return ['integer', 'number', 'boolean', 'null'].includes(shape.type ?? '') ? NUMBER_BYTES : Number.POSITIVE_INFINITY
}

/** How large the body of a request can be, as its schema says. */
export function mostBodyBytes({ body }: Endpoint): number {
  if (body === undefined) return 0
  if (isRaw(body)) return Number.POSITIVE_INFINITY
  return mostBytes(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
}
