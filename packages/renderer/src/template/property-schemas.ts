import { z } from 'zod/mini'
import { anchorSchema, maskSchema, onInvalidSchema } from '#renderer/properties/common.ts'
import { pageShape } from '#renderer/properties/page.ts'
import { layerKinds } from './kinds.ts'
import { designSchema } from './template.ts'

/** What one property takes, as JSON Schema: without bindings, with its default. */
export interface PropertySchema {
  readonly type?: string
  /** What a text means. */
  readonly kind?: 'color' | 'image' | 'text'
  /** The address of a picture in which expressions may stand. */
  readonly isWritten?: boolean
  readonly description?: string
  readonly default?: unknown
  /** What it may be, where there is no default. */
  readonly examples?: readonly unknown[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, PropertySchema>>
  readonly required?: readonly string[]
  readonly items?: PropertySchema
  readonly prefixItems?: readonly PropertySchema[]
  readonly anyOf?: readonly PropertySchema[]
  readonly oneOf?: readonly PropertySchema[]
  readonly additionalProperties?: PropertySchema | boolean
}

export type PropertySchemas = Readonly<Record<string, PropertySchema>>

const schemaShape = z.custom<PropertySchema>((json) => typeof json === 'object' && json !== null)

/** What a shape takes, by name. */
function schemasOf(shape: Readonly<Record<string, z.ZodMiniType>>): PropertySchemas {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      schemaShape.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    ]),
  )
}

/** What a layer has that cannot be bound. */
const headShape = {
  anchor: z.optional(anchorSchema),
  mask: z.optional(maskSchema),
  onInvalid: z._default(onInvalidSchema, 'fail'),
}

const known = new Map<string, PropertySchemas>()

/** The properties of a kind of layer, for forms: all but its type, its name and what is inside of it. */
export function layerProperties(type: string): PropertySchemas {
  const { shape = {} } = layerKinds.find((kind) => kind.type === type) ?? {}
  const made = known.get(type) ?? schemasOf({ ...shape, ...headShape })
  known.set(type, made)
  return made
}

let pageSchemas: PropertySchemas | undefined

/** The properties of the page, for forms: all but its layers. */
export function pageProperties(): PropertySchemas {
  const { layers: _, schema: __, $schema: ___, ...shape } = designSchema.shape
  pageSchemas ??= schemasOf({ ...shape, ...pageShape })
  return pageSchemas
}

/** The kinds of layers that have properties. */
export const layerTypes: readonly string[] = layerKinds.map(({ type }) => type)
