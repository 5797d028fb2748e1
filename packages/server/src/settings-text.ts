import { configSchema } from '#server/config.ts'

/** Every setting with its meaning, for `--help`. */
export function settingsText(): string {
  return Object.entries(configSchema.shape)
    .map(
      ([name, schema]) =>
        `  ${name.padEnd(31)} ${schema.meta()?.description ?? ''} (such as ${schema.meta()?.example})`,
    )
    .join('\n')
}
