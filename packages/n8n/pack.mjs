// `npm pack` runs this before (prepack) and after (postpack) it makes the tarball. n8n loads the paths in the section
// `n8n` of package.json. The package of the repository is ESM; the one of the tarball is not.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = join(import.meta.dirname, 'package.json')
const original = join(import.meta.dirname, 'package.source.json')

function pointAtBundle() {
  const text = readFileSync(manifest, 'utf8')
  writeFileSync(original, text)
  const { type: _, imports: __, exports: ___, scripts: ____, devDependencies: _____, ...packed } = JSON.parse(text)
  writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)
}

if (existsSync(original)) renameSync(original, manifest)
if (process.argv[2] === 'prepack') {
  const { bundle } = await import('./bundle.ts')
  await bundle(join(import.meta.dirname, 'dist'))
  pointAtBundle()
}
