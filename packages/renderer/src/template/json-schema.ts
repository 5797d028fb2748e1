import { z } from 'zod/mini'

/** What `colorSchema` takes, as closely as a pattern can say it. */
const colorPattern =
  '^\\s*(#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|([rR][gG][bB]|[hH][sS][lL])[aA]?\\(.*\\)|[a-zA-Z]+)\\s*$'

/** A schema as JSON Schema for editors: what people may write, every part once. */
export function jsonSchemaOf(schema: z.ZodMiniType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'ref',
    override({ jsonSchema }) {
      if (jsonSchema.kind === 'color' && jsonSchema.type === 'string') jsonSchema.pattern = colorPattern
      delete jsonSchema.kind
    },
  })
}
