import { settingsWithRole } from '@pictable/server/core/connection/setting-roles.ts'
import { z } from 'zod'
import { code, table } from './markdown.ts'
import { propertiesOf } from './schema-words.ts'

/** What a kind asks for, one line each. */
export function settingsTable(settings: z.ZodObject): string {
  const [secret, destination] = [
    settingsWithRole({ settings }, 'secret'),
    settingsWithRole({ settings }, 'destination'),
  ]
  const roleOf = (name: string) =>
    secret.includes(name) ? ' (secret)' : destination.includes(name) ? ' (destination)' : ''
  const schema = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' })
  const rows = propertiesOf(schema, () => undefined).map((property) => [
    code(property.name),
    property.type,
    property.required ? 'required' : property.default,
    `${property.description}${roleOf(property.name)}`,
  ])
  return rows.length === 0 ? 'Takes no settings.' : table(['Setting', 'Type', 'Default', 'Meaning'], rows)
}
