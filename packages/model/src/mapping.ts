import { z } from 'zod'
import type { FieldRef } from './field.ts'
import type { ObjectOf } from './object-of.ts'
import { type TemplateValue, templateValue } from './value.ts'

/** What fills a binding: a field, named as `Ref` does, or a fixed value. */
export type MappingEntryOf<Ref> = { field: Ref } | { value: TemplateValue }

export type MappingEntry = MappingEntryOf<FieldRef>

/** By the names of the bindings. A binding without an entry takes the field of the same name. */
export const mappingOf = <Ref extends z.ZodType>(object: ObjectOf, field: Ref) =>
  z.record(z.string(), z.union([object({ field }), object({ value: templateValue })]))
