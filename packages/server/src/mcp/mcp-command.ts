import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Command } from 'commander'
import { version } from '#server/settings/version.ts'
import { type Access, openRemote } from '#server/template-command/remote.ts'
import { remoteCommand, run } from '#server/template-command/remote-command.ts'
import { createMcpServer } from './mcp-server.ts'

/** Serves the tools on standard input and output, until the client closes them. */
async function serve(access: Access): Promise<number> {
  const { client } = openRemote(access)
  const user = await client.me.get()
  const handle = serveStdio(() => createMcpServer(client, { user, version: version() }))
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  await handle.close()
  return 0
}

/** `pictable mcp`: a model makes templates and images on a running server. */
export function mcpCommand(): Command {
  return remoteCommand('mcp')
    .description('give AI assistants tools to make templates and images on a server (Model Context Protocol, stdio)')
    .addHelpText(
      'after',
      `
The tools are those that the API key allows: with the scope read, an assistant looks; with write, it also makes templates and actions.

Examples:
  PICTABLE_URL=https://pictable.example.com PICTABLE_KEY='<your key>' pictable mcp
  claude mcp add pictable --env PICTABLE_KEY='<your key>' -- npx pictable mcp`,
    )
    .action((access: Access) => run(() => serve(access)))
}
