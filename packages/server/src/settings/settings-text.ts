import { z } from 'zod'
import { configSchema } from './config.ts'

const { properties = {} } = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' })
const usual: ReadonlyMap<string, unknown> = new Map(Object.entries(configSchema.parse({})))

/** What holds when a setting is absent, as one would write it; null when nothing does. */
export function defaultOf(name: string): string | null {
  // The number of cores is another one on every machine.
  if (name === 'PICTABLE_RENDER_PROCESSES') return 'as many as cores'
  const json = properties[name]
  // As written, where it is made into something else: a folder into its whole path.
  const value = (typeof json === 'object' ? json.default : undefined) ?? usual.get(name)
  return value === undefined || value === '' ? null : String(value)
}

/** Every setting with its meaning, for `--help`. */
export function settingsText(): string {
  return Object.entries(configSchema.shape)
    .map(([name, schema]) => {
      const { description = '', example } = schema.meta() ?? {}
      const known = defaultOf(name)
      return `  ${name.padEnd(31)} ${description} (${known === null ? '' : `default ${known}, `}such as ${example})`
    })
    .join('\n')
}
