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

/** Something that someone should check. */
export interface Warning {
  readonly code: WarningCode
  readonly message: string
}

const reportSchema = z.object({ warningCodes: z._default(z.array(z.enum(warningCodes)), []) })

/** What a report of a picture warns of, each once, to be counted over many pictures. */
export function warningCodesOf(report: unknown): WarningCode[] {
  return reportSchema.safeParse(report).data?.warningCodes ?? []
}
