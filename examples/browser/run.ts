// Builds the example and, with --serve, shows it: npm exec -- node examples/browser/run.ts --serve
import { join } from 'node:path'
import { buildPages, serveFolder } from '#test/browser/serve.ts'

const page = 'examples/browser/index.html'
const folder = join(import.meta.dirname, '..', '..', 'out', 'browser-example')
await buildPages([page], folder)
if (process.argv.includes('--serve')) {
  const { origin } = await serveFolder(folder, Number(process.env.PORT ?? 4500))
  console.log(`${origin}/${page}`)
} else {
  console.log(`built: ${page}`)
}
