import { z } from 'zod'
import type { FieldRef } from './field.ts'
import type { ObjectOf } from './object-of.ts'

/** What records get whose value names no template. */
export const otherTemplates = ['template_id', 'fail'] as const

export type OtherTemplate = (typeof otherTemplates)[number]

/** Values that name a template, at most. */
export const MAX_TEMPLATES_BY_VALUE = 50

const MAX_VALUE_LENGTH = 500

/** A template for each value of a field, which is named as `Ref` does. */
export interface TemplateByOf<Ref> {
  field: Ref
  /** By value: the id of a template. */
  templates: Readonly<Record<string, string>>
  otherwise: OtherTemplate
}

export type TemplateBy = TemplateByOf<FieldRef>

/** The template of each record, by one of its values. */
export const templateByOf = <Ref extends z.ZodType>(object: ObjectOf, field: Ref) =>
  object({
    field: field.meta({ description: 'Field whose value chooses the template' }),
    templates: z
      .record(
        z
          .string()
          .max(MAX_VALUE_LENGTH)
          .refine((value) => value.trim() !== '', 'must not be empty'),
        z.string().min(1).max(100),
      )
      .refine((templates) => Object.keys(templates).length > 0, 'must name at least one template')
      .refine(
        (templates) => Object.keys(templates).length <= MAX_TEMPLATES_BY_VALUE,
        `must name at most ${MAX_TEMPLATES_BY_VALUE} values`,
      )
      .meta({
        description: 'Ids of templates by value of the field. A value is compared as text, in the same case',
        examples: [{ Sale: 'tpl_01jd3v', New: 'tpl_01jd3w' }],
      }),
    otherwise: z.enum(otherTemplates).meta({
      description:
        '`template_id`: a record with another value, or with none, gets `template_id` of the output; `fail`: it fails',
    }),
  })
