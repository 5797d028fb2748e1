import { configSchema } from '@pictable/server/config.ts'
import { z } from 'zod'
import { code, page, table } from './markdown.ts'

const metaSchema = z.object({ description: z.string(), example: z.string(), secret: z.boolean().default(false) })

const { properties = {} } = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' })

function defaultOf(name: string): string {
  // The number of cores is another one on every machine.
  if (name === 'PICTABLE_RENDER_PROCESSES') return 'as many as cores'
  const json = properties[name]
  const usual = typeof json === 'object' ? json.default : undefined
  return usual === undefined || usual === '' ? '' : code(String(usual))
}

export function settingsPage(): string {
  const rows = Object.entries(configSchema.shape).map(([name, schema]) => {
    const { description, example, secret } = metaSchema.parse(schema.meta())
    return [code(name), `${description}${secret ? ' (secret)' : ''}`, defaultOf(name), code(example)]
  })
  return page(
    '# Settings',
    `Everything is set by environment variables, and everything is optional. An unknown name that begins with \`PICTABLE_\`
stops the start: a typo is not a default.`,
    table(['Setting', 'Meaning', 'Default', 'Example'], rows),
    `## From files

Each setting can also be read from a file whose path stands in \`<NAME>_FILE\`, such as
\`PICTABLE_ADMIN_KEY_FILE=/run/secrets/admin_key\`. Line ends at the end of the file do not count. Setting both is an error.`,
  )
}
