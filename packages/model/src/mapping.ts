import { z } from 'zod'
import type { FieldRef } from './field.ts'
import type { ObjectOf } from './object-of.ts'
import { type PlainValue, plainValue } from './value.ts'

/** The most characters of a text in a mapping. */
const MAX_TEXT_LENGTH = 5000
/** The most fields of a linked table in a mapping. */
const MAX_COLUMNS = 50

/** A text with expressions over the fields of the record: `{{First}} {{Last}}`. */
export interface TextEntryOf<Ref> {
  text: string
  /** By the names in the text: the fields that they mean, whatever these are called by now. */
  fields?: Readonly<Record<string, Ref>>
}

export interface FieldEntryOf<Ref> {
  field: Ref
  /** As the table shows the value, where the templates only show it as a text. */
  formatted?: true
}

/** The rows that a field links to: a list of objects with these columns, in the order of the link. */
export interface LinkEntryOf<Ref> {
  field: Ref
  columns: readonly Ref[]
  /** As the linked table shows the values, where the templates only show them in tables and texts. */
  formatted?: true
}

/** What fills a binding: a field, named as `Ref` does, the rows it links to, a fixed value, or a text made of fields. */
export type MappingEntryOf<Ref> = FieldEntryOf<Ref> | LinkEntryOf<Ref> | { value: PlainValue } | TextEntryOf<Ref>

export type MappingEntry = MappingEntryOf<FieldRef>

/** By the names of the bindings. A binding without an entry takes the field of the same name. */
export const mappingOf = <Ref extends z.ZodType>(object: ObjectOf, field: Ref) =>
  z.record(
    z.string(),
    z.union([
      // Before the plain field, which leaves out what it does not know.
      object({
        field,
        columns: z.array(field).min(1).max(MAX_COLUMNS).meta({
          description:
            'Pass the rows that the field links to, as a list of objects with these fields of the linked table. Tables and charts show such lists',
        }),
        formatted: z.literal(true).exactOptional().meta({
          description:
            'Pass the values as the linked table shows them, such as $12.50 instead of 12.5, in the locale of each template. Applies only where the templates show the list in a table or as text; a chart and columns with a format of their own get the plain values. Default: off',
        }),
      }),
      object({
        field,
        formatted: z.literal(true).exactOptional().meta({
          description:
            'Pass the value as the table shows it, such as $12.50 instead of 12.5, in the locale of the template. Applies only where the template shows the value as text without a format of its own; every other use gets the plain value. Default: off',
        }),
      }),
      object({ value: plainValue }),
      object({
        text: z.string().max(MAX_TEXT_LENGTH).meta({
          description:
            'Text with expressions over the fields of the record, such as `{{First}} {{Last}}`. `\\{{` is shown as `{{`',
        }),
        fields: z.record(z.string(), field).exactOptional().meta({
          description: 'The field of each name in `text`, as in the response. Default: the fields with these names',
        }),
      }),
    ]),
  )
