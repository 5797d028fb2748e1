import { constants } from 'node:os'
import { Command } from 'commander'
import { AppError } from '#core/errors.ts'
import { StartError } from '#core/start-error.ts'
import { version } from '#server/settings/version.ts'

/** By name, each loaded only when it is called, or when all are listed: most need a second for what the others need. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('#server/serve-command.ts')).serveCommand(),
  migrate: async () => (await import('#server/commands/migrate-command.ts')).migrateCommand(),
  config: async () => (await import('#server/commands/config-command.ts')).configCommand(),
  doctor: async () => (await import('#server/doctor/doctor-command.ts')).doctorCommand(),
  backup: async () => (await import('#server/backup/backup-commands.ts')).backupCommand(),
  restore: async () => (await import('#server/backup/backup-commands.ts')).restoreCommand(),
  export: async () => (await import('#server/move/move-commands.ts')).exportCommand(),
  import: async () => (await import('#server/move/move-commands.ts')).importCommand(),
  storage: async () => (await import('#server/move/storage-command.ts')).storageCommand(),
  verify: async () => (await import('#server/move/verify-command.ts')).verifyCommand(),
  render: async () => (await import('@pictable/renderer/cli')).renderCommand(),
  template: async () => (await import('#server/template-command/template-command.ts')).templateCommand(),
  fonts: async () => (await import('#server/commands/fonts-command.ts')).fontsCommand(),
  users: async () => (await import('#server/commands/users-command.ts')).usersCommand(),
  secrets: async () => (await import('#server/commands/secrets-command.ts')).secretsCommand(),
  keys: async () => (await import('#server/commands/keys-command.ts')).keysCommand(),
  webhooks: async () => (await import('#server/commands/webhooks-command.ts')).webhooksCommand(),
}

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
  pictable template push designs --publish                   create or update templates from design files`,
  )

// Who reads may have seen enough, as `head` has: then it ends as programs do that know of no such thing.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(128 + constants.signals.SIGPIPE)
})

try {
  const all = Object.entries(commands)
  const named = all.filter(([name]) => name === process.argv[2])
  for (const [, load] of named.length === 0 ? all : named) {
    program.addCommand((await load()).copyInheritedSettings(program))
  }
  await program.parseAsync()
} catch (error) {
  const isForPeople = error instanceof StartError || error instanceof AppError
  console.error(isForPeople ? `pictable: ${error.message}` : error)
  process.exit(1)
}
