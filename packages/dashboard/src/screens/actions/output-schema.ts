import * as v from 'valibot'
import { type Schema, schemaShape } from '#dashboard/forms/schema.ts'
import { formatName } from '#dashboard/parts/images/format-name.ts'

const document = v.looseObject({ components: v.looseObject({ schemas: v.record(v.string(), v.unknown()) }) })

/** The settings of an output as forms ask for them. */
export interface OutputSchema {
  formats: readonly string[]
  /** Of formats that are not made nothing is asked. */
  settingsOf: (formats: readonly string[]) => Schema
}

/** The schema with what it refers to put in its place. */
function whole(schema: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => whole(one, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  if ('$ref' in schema && typeof schema.$ref === 'string') {
    const { $ref, ...rest } = schema
    const target = whole(schemas[$ref.split('/').at(-1) ?? ''], schemas)
    return typeof target === 'object' ? { ...target, ...rest } : target
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, whole(value, schemas)]))
}

/** The one shape beside null. */
function present(schema: Schema): Schema {
  const [only] = (schema.anyOf ?? schema.oneOf ?? []).filter((one) => one.type !== 'null')
  return only ? { ...only, description: schema.description ?? only.description } : schema
}

/** As the server's own description has it: a new format or setting needs nothing here. */
export function readOutputSchema(openapi: unknown): OutputSchema | null {
  const parsed = v.safeParse(document, openapi)
  if (!parsed.success) return null
  const { schemas } = parsed.output.components
  const output = whole(schemas.ActionOutput, schemas)
  if (!v.is(schemaShape, output) || output.properties === undefined) return null
  const { formats, encoding, ...settings } = output.properties
  const ofFormats = present(encoding ?? {})
  return {
    formats: (formats?.items?.enum ?? []).map(String),
    settingsOf(chosen) {
      const asked = Object.entries(ofFormats.properties ?? {}).filter(([format]) => chosen.includes(format))
      const named = asked.map(([format, schema]) => [format, { ...schema, title: formatName(format) }] as const)
      const shown = Object.fromEntries(Object.entries(settings).map(([name, schema]) => [name, present(schema)]))
      if (named.length === 0) return { type: 'object', properties: shown }
      return {
        type: 'object',
        properties: { ...shown, encoding: { ...ofFormats, properties: Object.fromEntries(named) } },
      }
    },
  }
}
