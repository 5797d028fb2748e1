import { z } from 'zod/mini'

/** What a report can warn of. */
export const warningCodes = [
  'invalid',
  'missing_glyphs',
  'missing_image',
  'overflows',
  'shrunk',
  'truncated',
  'unformatted',
] as const

export type WarningCode = (typeof warningCodes)[number]

const layerSchema = z.object({
  fit: z.optional(z.number()),
  truncated: z.optional(z.number()),
  overflows: z.optional(z.boolean()),
  missing: z.optional(z.string()),
  missingGlyphs: z.optional(z.array(z.string())),
})

const reportSchema = z.object({
  layers: z._default(z.record(z.string(), layerSchema), {}),
  warnings: z._default(z.array(z.string()), []),
})

/** What the report says of one layer in words is one warning each; that a text was shrunk is none in words. */
function codesOfLayer(layer: z.output<typeof layerSchema>): WarningCode[] {
  const { fit = 1, truncated = 0, overflows = false, missing, missingGlyphs = [] } = layer
  return [
    ...(missingGlyphs.length > 0 ? (['missing_glyphs'] as const) : []),
    ...(missing === undefined ? [] : (['missing_image'] as const)),
    ...(overflows ? (['overflows'] as const) : []),
    ...(truncated > 0 ? (['truncated'] as const) : []),
    ...(fit < 1 ? (['shrunk'] as const) : []),
  ]
}

/** Whether a name has no value, or a value was not used because it is none for its property. */
const isInvalid = (warning: string) =>
  /, so (?:the layer is hidden|its (?:fallback|default) is used)$/.test(warning) ||
  / at character \d+: there is no value "/.test(warning)

/** The warnings of a picture's report as codes, each once, to be counted over many pictures. */
export function warningCodesOf(report: unknown): WarningCode[] {
  const parsed = reportSchema.safeParse(report)
  if (!parsed.success) return []
  const { layers, warnings } = parsed.data
  const found = Object.values(layers).flatMap(codesOfLayer)
  const inWords = found.filter((code) => code !== 'shrunk').length
  const invalid = warnings.filter((warning) => isInvalid(warning)).length
  // What is said of no layer's drawing is said of a value that its format does not suit.
  const isUnformatted = warnings.length > inWords + invalid
  const codes = new Set<WarningCode>([
    ...found,
    ...(invalid > 0 ? (['invalid'] as const) : []),
    ...(isUnformatted ? (['unformatted'] as const) : []),
  ])
  return warningCodes.filter((code) => codes.has(code))
}
