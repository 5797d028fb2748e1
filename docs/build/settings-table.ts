import { z } from 'zod'
import { code, table } from './markdown.ts'
import { propertiesOf } from './schema-words.ts'

/** What a kind asks for, one line each. */
export function settingsTable(settings: z.ZodObject, secretSettings: readonly string[] = []): string {
  const schema = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' })
  const rows = propertiesOf(schema, () => undefined).map((property) => [
    code(property.name),
    property.type,
    property.required ? 'required' : property.default,
    `${property.description}${secretSettings.includes(property.name) ? ' (secret)' : ''}`,
  ])
  return rows.length === 0 ? 'Takes no settings.' : table(['Setting', 'Type', 'Default', 'Meaning'], rows)
}
