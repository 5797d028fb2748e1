import * as v from 'valibot'
import { type Fields, schemaShape } from './schema.ts'
import { GroupFields } from './schema-control.tsx'

interface SchemaFormProps {
  /** As the API serves it: JSON Schema of an object. */
  schema: unknown
  /** Names that are never shown once stored. */
  secrets?: readonly string[]
  value: Fields
  onChange: (value: Fields) => void
  /** What the server said, by JSON pointer (`fieldErrors()`). */
  errors: ReadonlyMap<string, string>
  /** Where the object stands in the request, such as `/settings`. */
  pointer: string
}

/** `<SchemaForm />` asks for whatever a kind of source, trigger or storage wants to be told. */
export function SchemaForm({ schema, secrets = [], value, onChange, errors, pointer }: SchemaFormProps) {
  if (!v.is(schemaShape, schema)) return null
  return (
    <GroupFields schema={schema} value={value} onChange={onChange} context={{ errors, secrets }} pointer={pointer} />
  )
}
