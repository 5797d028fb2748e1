import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { type Manifest, root, type Workspace } from './workspace.ts'
import { writeJson } from './write-json.ts'

const isLeftOut = /\.test\.ts$|\.test-kit\.ts$|-fixture\.ts$/

/** Prefixes of imports that mean the sources of the package itself, such as `#renderer/`. */
const ownPrefixes = ({ imports = {} }: Manifest) =>
  Object.entries(imports).flatMap(([name, path]) => (path === './src/*' ? [name.replace('*', '')] : []))

/** Copies the sources with relative imports only, which the compiler rewrites to `.js`. */
function copySources({ folder, manifest }: Workspace, to: string): void {
  const sources = join(root, folder, 'src')
  for (const path of globSync('**/*.ts', { cwd: sources })) {
    if (isLeftOut.test(path)) continue
    const up = relative(dirname(path), '.') || '.'
    let source = readFileSync(join(sources, path), 'utf8')
    for (const prefix of ownPrefixes(manifest)) source = source.replaceAll(`'${prefix}`, `'${up}/`)
    mkdirSync(dirname(join(to, path)), { recursive: true })
    writeFileSync(join(to, path), source)
  }
}

/** Packages of the workspace by the declarations that were written for them before. */
function declaredPaths({ dependencies = {} }: Manifest, targets: ReadonlyMap<string, string>) {
  const known = Object.keys(dependencies).flatMap((name) =>
    [targets.get(name) ?? []].flat().map((path) => [name, path]),
  )
  return Object.fromEntries(known.map(([name, path]) => [`${name}/*`, [`${path}/dist/*.d.ts`]]))
}

/** The manifest of the package, which points at the compiled files. */
function publishedManifest(manifest: Manifest): Record<string, unknown> {
  const compiled = JSON.stringify(manifest).replaceAll(/"\.\/src\/([^"]+)\.ts"/g, '"./dist/$1.js"')
  const { imports = {}, scripts: _, devDependencies: __, ...published }: Manifest = JSON.parse(compiled)
  const others = Object.entries(imports).filter(([, path]) => !path.startsWith('./src/'))
  return { ...published, ...(others.length > 0 && { imports: Object.fromEntries(others) }) }
}

/** What a library for more than our own Node may use: the compiler refuses what the oldest of its platforms lacks. */
const everywhere = { target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'] }

/** Makes one file without imports of a compiled `standalone.js`: pages and workers have nothing that would find packages. */
async function bundleStandalone(target: string): Promise<void> {
  const file = join(target, 'dist', 'standalone.js')
  if (!existsSync(file)) return
  const modules = [join(root, 'node_modules')]
  const bundle = await rolldown({ input: file, cwd: root, platform: 'browser', resolve: { modules } })
  await bundle.write({ file, format: 'esm', minify: true, codeSplitting: false })
  await bundle.close()
}

/**
 * Writes a library into a folder as it is published. Node runs the TypeScript of the repository as it is, but strips no types inside
 * `node_modules`: the package contains JavaScript and declarations, one file for each source.
 */
export async function stageLibrary(
  library: Workspace,
  target: string,
  targets: ReadonlyMap<string, string>,
): Promise<void> {
  const sources = join(target, 'src')
  copySources(library, sources)
  const compilerOptions = {
    noEmit: false,
    rootDir: 'src',
    outDir: 'dist',
    declaration: true,
    rewriteRelativeImportExtensions: true,
    paths: declaredPaths(library.manifest, targets),
    ...(library.manifest.engines?.node === '>=20' && everywhere),
  }
  // It tells the compiler that these are modules.
  writeJson(join(target, 'package.json'), publishedManifest(library.manifest))
  // The compiler looks for packages from here.
  const own = join(root, library.folder, 'node_modules')
  if (existsSync(own)) symlinkSync(own, join(target, 'node_modules'))
  const project = join(target, 'tsconfig.json')
  writeJson(project, { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['src'], exclude: [] })
  execFileSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', project], { stdio: 'inherit' })
  await bundleStandalone(target)
  rmSync(sources, { recursive: true })
  for (const name of ['tsconfig.json', 'node_modules']) rmSync(join(target, name), { force: true })
  for (const name of ['README.md', 'LICENSE']) {
    const path = join(root, library.folder, name)
    if (existsSync(path)) cpSync(path, join(target, name))
  }
}
