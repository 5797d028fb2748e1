import { existsSync } from 'node:fs'
import { Command, Option } from 'commander'
import { parseConfig } from '#server/settings/config.ts'
import { type Role, roles } from '#server/settings/role.ts'
import { settingsText } from '#server/settings/settings-text.ts'
import { endOnSignal } from '#server/start/end-on-signal.ts'
import { hideSecrets } from '#server/start/hide-secrets.ts'

/** Who sends requests one after the other hears within it that this process ends. */
const lingerMs = 500

async function start(role: Role): Promise<void> {
  const env = await hideSecrets(process.env)
  const ending = endOnSignal()
  const config = parseConfig(env)
  const { PICTABLE_DATA_DIR: dataDir, PICTABLE_DATABASE_URL: databaseUrl } = config
  if (databaseUrl === undefined && role === 'both' && !existsSync(dataDir))
    console.error(`\n  First start: creating the database in ${dataDir}, which takes a few seconds …`)
  // A setting that is wrong, and the help, need not wait for them.
  const [{ startApp }, { serve }, { builtPages }] = await Promise.all([
    import('#server/app.ts'),
    import('#server/serve.ts'),
    import('#server/start/built-pages.ts'),
  ])
  const dashboard = role === 'worker' ? undefined : builtPages('dashboard')
  const docs = role === 'worker' ? undefined : builtPages('docs')
  const app = await startApp(config, { role, dashboard, docs, lingerMs })
  ending.finishBy(app.close)
  await serve(app, config, ending.signal)
}

/** `pictable serve`: the product, or its part of this process, until a signal ends it. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('start the server')
    .addHelpText('after', () => `\nSettings, from the environment (each also as <NAME>_FILE):\n${settingsText()}`)
    .addOption(new Option('--role <role>', 'work of this process').choices(roles).default('both'))
    .action(({ role }: { role: Role }) => start(role))
}
