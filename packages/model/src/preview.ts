import { z } from 'zod'

/** Why a record is previewed: designs break on such values. */
export const becauseCodes = [
  'fails',
  'longest_text',
  'missing_image',
  'emptiest',
  'right_to_left',
  'longest_word',
  'most_digits',
  'first',
  'named',
] as const

export type BecauseCode = (typeof becauseCodes)[number]

/** A table whose records fill a design that no action uses yet; ids decide, names are what was last shown. */
export const previewTableShape = {
  connectionId: z.string().min(1).max(64),
  baseId: z.string().max(500).meta({ description: 'As returned by `connections-bases`' }),
  tableId: z.string().min(1).max(500),
  tableName: z.string().max(500),
  viewId: z.string().min(1).max(500).nullable().meta({ description: 'null for the whole table' }),
  viewName: z.string().max(500).nullable(),
}

/** As it is stored. */
export const storedPreviewSource = z.union([z.object({ actionId: z.string() }), z.object(previewTableShape)])

/** Whose records a design is edited with: those of an action, or of a table. */
export type PreviewSource = z.output<typeof storedPreviewSource>
