import { z } from 'zod/mini'

/** What a report can warn of. */
export const warningCodes = [
  'enlarged',
  'hard_to_scan',
  'invalid',
  'missing_features',
  'missing_glyphs',
  'missing_image',
  'overflows',
  'repeated_colors',
  'shrunk',
  'truncated',
  'unformatted',
] as const

export type WarningCode = (typeof warningCodes)[number]

/** Something that someone should check, or that is worth knowing. */
export interface Warning {
  readonly code: WarningCode
  readonly message: string
  /** It is as its design asks for, and needs no check. */
  readonly isInformation?: true
}

const codesSchema = z._default(z.array(z.enum(warningCodes)), [])
const reportSchema = z.object({ warningCodes: codesSchema, informationCodes: codesSchema })

/** What a report of a picture warns of, each once, to be counted over many pictures. */
export function warningCodesOf(report: unknown): WarningCode[] {
  return reportSchema.safeParse(report).data?.warningCodes ?? []
}

/** What a report of a picture only informs of, each once. */
export function informationCodesOf(report: unknown): WarningCode[] {
  return reportSchema.safeParse(report).data?.informationCodes ?? []
}
