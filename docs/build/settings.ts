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
    `Settings are environment variables, and all are optional. Pictable does not start if a variable that begins with \`PICTABLE_\` is not
a setting, so a typo never goes unnoticed.`,
    table(['Setting', 'Meaning', 'Default', 'Example'], rows),
    `## From files

Each setting can also be read from a file: set \`<NAME>_FILE\` to its path, such as
\`PICTABLE_ADMIN_KEY_FILE=/run/secrets/admin_key\`. Trailing line breaks are ignored. Setting both is an error.`,
  )
}
