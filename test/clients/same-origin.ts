import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'

interface SameOrigin {
  /** Of the server of Pictable. */
  url: string
  apiKey: string
  /** The client as one file. */
  standalone: string
}

const prefix = '/pictable'

/** Passes a request on with the key, which the page never has. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, { url, apiKey }: SameOrigin): void {
  const target = new URL(`${url}${(incoming.url ?? '').slice(prefix.length)}`)
  const headers = { ...incoming.headers, host: target.host, authorization: `Bearer ${apiKey}` }
  const passed = request(target, { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  passed.on('error', () => outgoing.destroy())
  outgoing.on('close', () => passed.destroy())
  incoming.pipe(passed)
}

/** The site of someone who shows images: its own pages, and the API below a path of the same origin, as README.md of the client says. */
export async function startSameOrigin(options: SameOrigin): Promise<{ url: string; close(): Promise<void> }> {
  const files: Record<string, string> = {
    '/client.js': options.standalone,
    '/exercise.js': join(import.meta.dirname, 'exercise.js'),
    '/page.js': join(import.meta.dirname, 'page.js'),
  }
  const site = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? ''
    const file = files[path]
    if (path.startsWith(`${prefix}/`)) forward(incoming, outgoing, options)
    else if (file !== undefined)
      outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(file))
    else outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Exercise</title>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const address = site.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        site.close(() => resolve())
        site.closeAllConnections()
      }),
  }
}
