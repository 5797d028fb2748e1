import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { namingCompiled, serverEntries, startedIn } from '#release/server-files.ts'
import { readManifest, root } from '#release/workspace.ts'
import { compiledFolder, compilePriority } from '#test/compiled-decoders.ts'
import { filesOf, keep } from '#test/kept.ts'
import { bundledNames, useBundled } from '#test/programs.ts'

/** Packages with native code, fonts and WebAssembly find their files beside their code. */
const apart = [
  ...Object.keys(readManifest('packages/pictable').dependencies ?? {}),
  ...['@electric-sql/pglite', 'harfbuzzjs'],
]

const faultServer = join(root, 'test', 'chaos', 'fault-server.ts')
const program = join(root, 'packages', 'server', 'bin', 'pictable.js')
/** Names with the extension of the sources. */
const entries = [...serverEntries, faultServer]

/** All that the programs load, with the files that these start by their paths. */
export function makersOfPrograms(): string[] {
  const makers = new Set([program, ...entries].map((path) => relative(root, path)))
  for (const maker of makers)
    for (const path of filesOf([maker]).filter((each) => each.endsWith('.ts')))
      for (const started of startedIn(readFileSync(join(root, path), 'utf8'), join(root, path)))
        makers.add(relative(root, started))
  return [...makers]
}

/** Our files keep their places, so that they find what is beside them; those that they start are in the bundle, too. */
function atTheirPlaces(folder: string): Plugin {
  return {
    name: 'pictable:at-their-places',
    async resolveId(specifier, importer) {
      if (importer === undefined || !apart.some((name) => `${specifier}/`.startsWith(`${name}/`))) return null
      // Of several versions of a package, each importer has its own.
      const resolved = await this.resolve(specifier, importer, { skipSelf: true })
      return resolved === null ? null : { id: resolved.id, external: 'absolute' }
    },
    transform(code, id) {
      if (id.includes('/node_modules/') || !id.startsWith(root)) return null
      const compiled = namingCompiled(code, id, (path) => {
        const fileName = relative(root, path).replaceAll('/', '-').replace(/\.ts$/, '.js')
        this.emitFile({ type: 'chunk', id: path, fileName })
        return JSON.stringify(join(folder, fileName))
      })
      return compiled
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    },
  }
}

async function bundle(folder: string, finalPath: string): Promise<void> {
  const made = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((path) => [basename(path, '.ts'), path])),
    platform: 'node',
    plugins: [atTheirPlaces(finalPath)],
    checks: { eval: false },
  })
  await made.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', comments: false })
  await made.close()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const start = readFileSync(program, 'utf8').replace("'../src/main.ts'", "'./main.js'")
  writeFileSync(join(folder, bundledNames['packages/server/bin/pictable.js']), start)
}

/** Bundles them once for all tests, and stores the compiled code of the decoders: these cannot write it. */
export async function setup(): Promise<void> {
  const folder = await keep({ name: 'programs', makers: makersOfPrograms(), make: bundle })
  const bundled: typeof import('@pictable/server/start/compile-decoders.ts') = await import(
    join(folder, 'compile-decoders.js')
  )
  await bundled.compileDecoders(compiledFolder(), compilePriority)
  useBundled(folder)
}
