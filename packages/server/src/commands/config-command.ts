import { Command } from 'commander'
import { type Config, configSchema, type Origin, readConfig } from '#server/settings/config.ts'

interface Shown {
  name: string
  value: string | number | boolean | null
  origin: string
}

function originText(origin: Origin | undefined): string {
  return origin?.from === 'file' ? `file ${origin.path}` : (origin?.from ?? 'default')
}

/** Every setting as it may be shown. */
function shownSettings(config: Config, origins: ReadonlyMap<string, Origin>): Shown[] {
  const values: ReadonlyMap<string, string | number | boolean | undefined> = new Map(Object.entries(config))
  return Object.entries(configSchema.shape).map(([name, schema]) => {
    const value = values.get(name)
    const isHidden = schema.meta()?.secret === true && value !== undefined
    return { name, value: isHidden ? '***' : (value ?? null), origin: originText(origins.get(name)) }
  })
}

function tableOf(settings: readonly Shown[]): string {
  const cells = settings.map(({ name, value, origin }) => [
    name,
    value === null || value === '' ? '(none)' : String(value),
    origin,
  ])
  const rows = [['Setting', 'Value', 'Origin'], ...cells]
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

/** `pictable config`: what a start would use, and where each value comes from. */
export function configCommand(): Command {
  return new Command('config')
    .description('show every setting with its value and origin; secrets are hidden')
    .option('--json', 'print JSON')
    .action(({ json = false }: { json?: boolean }) => {
      const { config, origins } = readConfig(process.env)
      const settings = shownSettings(config, origins)
      console.log(json ? JSON.stringify(settings, null, 2) : tableOf(settings))
    })
}
