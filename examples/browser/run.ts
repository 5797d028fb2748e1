// Builds the example and serves it: npm exec -- node examples/browser/run.ts
import { join } from 'node:path'
import { buildPages, serveFolder } from '#test/browser/serve.ts'

const folder = join(import.meta.dirname, '..', '..', 'out', 'browser-example')
await buildPages(['examples/browser/index.html'], folder)
const { origin } = await serveFolder(folder, Number(process.env.PORT ?? 4500))
console.log(`${origin}/examples/browser/index.html`)
