import { existsSync } from 'node:fs'
import { renderCommand } from '@pictable/renderer/cli'
import { Command, Option } from 'commander'
import { z } from 'zod'
import { StartError } from '#core/start-error.ts'
import { parseConfig } from '#server/config.ts'
import { configCommand } from '#server/config-command.ts'
import { dashboardFiles } from '#server/dashboard-files.ts'
import { doctorCommand } from '#server/doctor/doctor-command.ts'
import { migrateCommand } from '#server/migrate-command.ts'
import { exportCommand, importCommand } from '#server/move/move-commands.ts'
import { storageCommand } from '#server/move/storage-command.ts'
import { roles } from '#server/role.ts'
import { settingsText } from '#server/settings-text.ts'
import { templateCommand } from '#server/template-command/template-command.ts'
import { usersCommand } from '#server/users-command.ts'
import { version } from '#server/version.ts'
import { webhooksCommand } from '#server/webhooks-command.ts'

const program = new Command('pictable')
  .description('Pictable turns the records of a table into images.')
  .version(version())
  .showHelpAfterError()
  .addHelpText(
    'after',
    `
Examples:
  pictable serve                                             the product on http://127.0.0.1:4400
  PICTABLE_PORT=8080 pictable serve                          … on another port
  pictable render card.json products.csv --out images        one image per row, without a server
  pictable template push designs --publish                   design files become templates`,
  )

program
  .command('serve')
  .description('start the server')
  .addHelpText('after', () => `\nSettings, by environment (each also as <NAME>_FILE):\n${settingsText()}`)
  .addOption(new Option('--role <role>', 'what this process does').choices(roles).default('both'))
  .action(async (options) => {
    const { role } = z.object({ role: z.enum(roles) }).parse(options)
    const config = parseConfig(process.env)
    const { PICTABLE_DATA_DIR: dataDir, PICTABLE_DATABASE_URL: databaseUrl } = config
    if (databaseUrl === undefined && !existsSync(dataDir))
      console.log(`\n  First start: making the database in ${dataDir}, a few seconds …`)
    // The other commands start faster without them.
    const [{ startApp }, { serve }] = await Promise.all([import('#server/app.ts'), import('#server/serve.ts')])
    const dashboard = role === 'worker' ? undefined : await dashboardFiles()
    await serve(await startApp(config, { role, dashboard }), config)
  })

program.addCommand(migrateCommand())
program.addCommand(configCommand())
program.addCommand(doctorCommand())
program.addCommand(exportCommand())
program.addCommand(importCommand())
program.addCommand(storageCommand())
program.addCommand(renderCommand())
program.addCommand(templateCommand())
program.addCommand(usersCommand())
program.addCommand(webhooksCommand())

try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof StartError ? `pictable: ${error.message}` : error)
  process.exit(1)
}
