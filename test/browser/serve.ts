import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { layoutTables, servedFonts } from '@pictable/renderer/served-fonts'
import { build } from 'vite'

const root = join(import.meta.dirname, '..', '..')

/** Builds pages, given by their paths from the root of the repository, into a folder. */
export async function buildPages(pages: readonly string[], outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ...{ outDir, emptyOutDir: true, target: 'esnext', reportCompressedSize: false, chunkSizeWarningLimit: 1000 },
      rolldownOptions: { input: pages.map((page) => join(root, page)) },
    },
  })
}

const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' }

/** Serves a folder, the fonts of the renderer beside it, and what is inside of WOFF2 that is sent. */
export async function serveFolder(folder: string, port = 0) {
  const fonts = servedFonts('/fonts/')
  const find = async (path: string, request: IncomingMessage) => {
    if (path === '/layout-tables') return { bytes: layoutTables(await buffer(request)), mediaType: 'font/sfnt' }
    if (path === '/fonts.json') return { bytes: JSON.stringify(fonts.faces), mediaType: 'application/json' }
    if (path.startsWith('/fonts/')) return fonts.file(path.slice('/fonts/'.length))
    const mediaType = types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
    return { bytes: await readFile(join(folder, path)), mediaType }
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = await find(pathname, request).catch(() => undefined)
    response.writeHead(file ? 200 : 404, { 'content-type': file?.mediaType ?? 'text/plain' })
    response.end(file?.bytes ?? 'there is no such file')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}
