import { Command } from 'commander'
import { version } from '#server/settings/version.ts'

/** By name, each loaded only when it is called, or when all are listed: most need a second for what the others need. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('#server/serve-command.ts')).serveCommand(),
  migrate: async () => (await import('#server/commands/migrate-command.ts')).migrateCommand(),
  config: async () => (await import('#server/commands/config-command.ts')).configCommand(),
  docs: async () => (await import('#server/commands/docs-command.ts')).docsCommand(),
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
  mcp: async () => (await import('#mcp/mcp-command.ts')).mcpCommand(),
  webhooks: async () => (await import('#server/commands/webhooks-command.ts')).webhooksCommand(),
}

/** The command line. Only the command of this name is loaded, and every one for another name. */
export async function programFor(name?: string): Promise<Command> {
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
  const all = Object.entries(commands)
  const named = all.filter(([each]) => each === name)
  for (const [, load] of named.length === 0 ? all : named) {
    program.addCommand((await load()).copyInheritedSettings(program))
  }
  return program
}
