import { Command, InvalidArgumentError } from 'commander'
import { StartError } from '#core/start-error.ts'
import { createDocsServer } from '#http/server/docs.ts'
import { listen } from '#http/server/listen.ts'
import { builtPages } from '#server/start/built-pages.ts'
import { endOnSignal } from '#server/start/end-on-signal.ts'

const HOST = '127.0.0.1'
const DEFAULT_PORT = 4480

function portOf(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535; 0 chooses a free port.')
  return port
}

async function serveDocs(port: number): Promise<void> {
  const ending = endOnSignal()
  const folder = builtPages('docs')
  if (folder === undefined)
    throw new StartError('The documentation has not been built. In the repository, run: node packages/docs/build.ts')
  const server = createDocsServer(folder)
  const url = await listen(server, { host: HOST, port, again: (other) => `pictable docs --port ${other}` })
  ending.finishBy(async () => {
    server.server.closeAllConnections()
    await server.close()
  })
  console.log(`\n  The documentation is at ${url}/docs (Ctrl+C ends it)\n`)
}

/** `pictable docs`: the documentation in a browser, without a server of the product. */
export function docsCommand(): Command {
  return new Command('docs')
    .description('serve the documentation of this release on this machine')
    .option('--port <port>', 'port to listen on; 0 chooses a free one', portOf, DEFAULT_PORT)
    .addHelpText(
      'after',
      `
It needs no network and no data folder. A running server has the same pages at /docs.

Examples:
  pictable docs                 the documentation on http://${HOST}:${DEFAULT_PORT}/docs
  pictable docs --port 8080     … on another port`,
    )
    .action(({ port }: { port: number }) => serveDocs(port))
}
