import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync } from 'rolldown/utils'
import { bundleServer } from './bundle.ts'
import { writePreparedDatabase } from './prepared-database.ts'
import { sbom } from './sbom.ts'
import { readManifest, root, type Workspace } from './workspace.ts'
import { writeJson } from './write-json.ts'

/** What the server reads of the examples: the designs of the gallery and the sample. */
const examples = ['templates', 'data', 'photos', 'pictures', 'starters.json', 'products.csv']

/** Patterns of hyphens are CommonJS, and twice as large as they have to be. */
function writePatterns(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const source = join(root, 'node_modules', 'hyphen', 'patterns')
  for (const name of globSync('*.js', { cwd: source }))
    writeFileSync(join(folder, name), minifySync(name, readFileSync(join(source, name), 'utf8')).code)
  cpSync(join(source, '..', 'LICENSE'), join(folder, 'LICENSE'))
  writeJson(join(folder, 'package.json'), { type: 'commonjs' })
}

function writeManifests(dist: string): void {
  writeJson(join(dist, 'package.json'), { type: 'module' })
  const { name, version } = readManifest('packages/server')
  writeJson(join(dist, 'packages', 'server', 'package.json'), { name, version, type: 'module' })
  const imports = { '#patterns/*': './patterns/*' }
  writeJson(join(dist, 'packages', 'renderer', 'package.json'), { type: 'module', imports })
}

/** The program of a clone, which starts what was compiled. */
function writeProgram(folder: string): void {
  const source = readFileSync(join(root, 'packages', 'server', 'bin', 'pictable.js'), 'utf8')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'pictable.js'),
    source.replace("'../src/main.ts'", "'../dist/packages/server/src/main.js'"),
    {
      mode: 0o755,
    },
  )
}

/** Builds the static files of a package that the server serves. Of texts, only what is packed goes along: the rest would be another 12 MB. */
function buildPages(name: string, dist: string): void {
  const folder = join('packages', name)
  execFileSync(process.execPath, [join(root, folder, 'build.ts'), '--if-stale'], { stdio: 'inherit' })
  const filter = (path: string) => !existsSync(`${path}.br`)
  cpSync(join(root, folder, 'dist'), join(dist, folder, 'dist'), { recursive: true, filter })
}

/**
 * Writes the package `pictable` into a folder: the server, its dashboard and its documentation, compiled. What has native code, and the fonts, are its
 * dependencies; everything else is bundled. Its `dist` is laid out like the repository, so all paths in the code stay the same.
 */
export async function stageCommand({ folder, manifest }: Workspace, target: string): Promise<void> {
  const dist = join(target, 'dist')
  for (const name of ['dashboard', 'docs']) buildPages(name, dist)
  await bundleServer(dist, Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }))
  await writePreparedDatabase(join(dist, 'packages', 'server', 'prepared', 'database.tar.zst'))
  writeManifests(dist)
  writePatterns(join(dist, 'packages', 'renderer', 'patterns'))
  for (const name of examples) cpSync(join(root, 'examples', name), join(dist, 'examples', name), { recursive: true })
  writeProgram(join(target, 'bin'))
  writeJson(join(target, 'sbom.json'), sbom(manifest.version))
  for (const path of ['LICENSE', join(folder, 'README.md')])
    cpSync(join(root, path), join(target, path.replace(/.*\//, '')))
  const { scripts: _, ...published } = manifest
  writeJson(join(target, 'package.json'), { ...published, bin: { pictable: 'bin/pictable.js' } })
}
