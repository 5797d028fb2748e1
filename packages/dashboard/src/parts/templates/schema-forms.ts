import type { PropertySchema } from '@pictable/renderer/property-schemas'

/** The forms that a value may have. */
export function formsOf(schema: PropertySchema): readonly PropertySchema[] {
  return (schema.anyOf ?? schema.oneOf)?.flatMap(formsOf) ?? [schema]
}
