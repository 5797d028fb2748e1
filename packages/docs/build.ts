import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isStale } from './stamp.ts'

const dist = join(import.meta.dirname, 'dist')

/** `node packages/docs/build.ts` writes the documentation as a site into `dist/`; with `--if-stale` only when something changed. */
if (!process.argv.includes('--if-stale') || !existsSync(dist) || isStale(dist)) {
  process.env.NODE_ENV = 'production'
  const { writeSite } = await import('./write-site.ts')
  const { broken, pages } = await writeSite(dist)
  for (const link of broken) console.error(`A link leads nowhere: ${link}`)
  if (broken.length > 0) process.exitCode = 1
  else console.error(`  The documentation has ${pages} pages.`)
}
