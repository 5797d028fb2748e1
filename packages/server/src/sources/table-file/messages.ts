import { fieldKinds } from '@pictable/model/field'
import { fieldFormat } from '@pictable/model/field-format'
import { z } from 'zod'

/** What the process that reads is asked: the file, whose bytes come through its input, then pieces of it. */
export type ToReader = { sheet: string | undefined } | { from: number; count: number }

const row = z.object({ line: z.number(), cells: z.array(z.string()) })

/** What it answers: that it is ready, then one for each question. */
export const fromReaderSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ refused: z.string() }),
  z.object({
    columns: z.array(z.object({ name: z.string(), kind: z.enum(fieldKinds), format: fieldFormat.exactOptional() })),
    rowCount: z.int(),
    sheets: z.object({ read: z.string(), all: z.array(z.string()) }).nullable(),
    errorCells: z.int(),
  }),
  z.object({ rows: z.array(row) }),
])

export type FromReader = z.output<typeof fromReaderSchema>

export const toReaderSchema = z.union([
  z.object({ from: z.int(), count: z.int() }),
  z.object({ sheet: z.string().optional() }),
])
