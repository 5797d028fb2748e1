import { z } from 'zod'
import type { FieldRef } from './field.ts'
import type { ObjectOf } from './object-of.ts'

/** `replace` removes the files of a cell after the new one is stored; `append` keeps them. */
export const attachmentModes = ['replace', 'append'] as const

export type AttachmentMode = (typeof attachmentModes)[number]

export const attachmentMode = z.enum(attachmentModes).meta({
  description: '`replace` removes the existing files of the cell after the new one is stored; `append` keeps them',
})

/** Fields that the outcome of a record is written to, each named as `field` does. */
export const writeBackShape = <Ref extends z.ZodType, Mode extends z.ZodType>(
  object: ObjectOf,
  { field, mode }: { field: Ref; mode: Mode },
) => ({
  url: field.exactOptional().meta({ description: 'Field for the image URL' }),
  attachment: object({ field, mode }).exactOptional().meta({
    description: 'Field for the image file: passed by URL if the table can fetch it, otherwise uploaded',
  }),
  status: field.exactOptional(),
  error: field.exactOptional(),
  renderedAt: field.exactOptional(),
  refillEmpty: z.boolean().exactOptional().meta({
    description: 'Write unchanged records again if their `url` or `attachment` cell was emptied',
  }),
  ignoreCheck: z.boolean().exactOptional().meta({
    description: 'Start runs even if the check of the write-back has failed',
  }),
})

type Shape<Ref> = ReturnType<typeof writeBackShape<z.ZodType<Ref>, z.ZodType<AttachmentMode>>>

/** What is not named is not written. */
export type WriteBackOf<Ref> = z.output<z.ZodObject<Shape<Ref>>>

export type WriteBack = WriteBackOf<FieldRef>

/** The cells of one output; the others tell of the record. */
export type OutputCellsOf<Ref> = Pick<WriteBackOf<Ref>, 'url' | 'attachment'>

export type OutputCells = OutputCellsOf<FieldRef>

/** Every field that is written to. */
export function writtenFields<Ref>({ url, attachment, status, error, renderedAt }: WriteBackOf<Ref>): Ref[] {
  return [url, attachment?.field, status, error, renderedAt].filter((field) => field !== undefined)
}
