import { z } from 'zod'

/** Where something is in JSON: names and places with dots between them; `*` is every entry of a list. */
export const path = z
  .string()
  .max(200)
  .regex(/^(?:[^.\s]+(?:\.[^.\s]+)*)?$/, 'must be names with dots between them, such as "meta.name"')
  .meta({ description: 'Names with dots between them; * is every entry of a list, empty the value itself' })

/** A path, or a text with paths in braces. */
export const pick = z
  .string()
  .min(1)
  .max(500)
  .meta({ description: 'A path such as "name", or a text with paths in braces, such as "Database {database_id}"' })

export const text = z.string().min(1).max(500)

export const scalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()])

const oneOrMore = z.union([scalar, z.array(scalar).max(100)])

const condition = z
  .strictObject({ at: path, is: oneOrMore.optional(), not: oneOrMore.optional() })
  .refine(({ is, not }) => (is === undefined) !== (not === undefined), 'must have either "is" or "not"')

export const conditions = z.array(condition).max(20)

export type Condition = z.output<typeof condition>

/** Values of a query or of a body, with placeholders in all texts and names. */
export const parameters = z.record(z.string().max(200), z.json())

export const errorWord = z.strictObject({
  status: z.int().min(400).max(599).optional(),
  code: z.string().max(200).optional(),
  says: z.string().max(200).optional().meta({ description: 'A part of the text of the error' }),
  means: z.enum(['auth', 'forbidden', 'not_found', 'invalid', 'rate_limited', 'quota', 'unavailable']),
  message: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'What failed and how to fix it. Default: made from "means"' }),
  record: z.boolean().default(false).meta({ description: 'The error is about one record of a batch' }),
})

export type ErrorWord = z.output<typeof errorWord>
