import { configSchema } from '@pictable/server/settings/config.ts'
import { defaultOf } from '@pictable/server/settings/settings-text.ts'
import { z } from 'zod'
import { code, page, table } from './markdown.ts'

const metaSchema = z.object({ description: z.string(), example: z.string(), secret: z.boolean().default(false) })

export function settingsPage(): string {
  const rows = Object.entries(configSchema.shape).map(([name, schema]) => {
    const { description, example, secret } = metaSchema.parse(schema.meta())
    const known = defaultOf(name)
    return [code(name), `${description}${secret ? ' (secret)' : ''}`, known === null ? '' : code(known), code(example)]
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
