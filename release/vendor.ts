import { copyFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { root } from './workspace.ts'

/** A package, or a file of one, that our own files import. */
interface Imported {
  /** The resolved path. */
  id: string
  names: Set<string>
}

const isPackage = (specifier: string) => !/^[./#]|^node:|^@pictable\//.test(specifier)

/** Names that are taken of what a dynamic import returns: `const { a } = await import('b')`. */
const destructured = /const \{ ([\w, ]+) \} = await import\('([^']+)'\)/g

/** What a file of ours imports of packages: each specifier with the names, `*` for all of them. */
function importsOf(code: string, path: string): [specifier: string, name: string][] {
  const { module } = parseSync(path, code)
  const fixed = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries
      .filter(({ isType }) => !isType)
      .map(({ importName: { kind, name } }): [string, string] => {
        return [moduleRequest.value, kind === 'Name' ? (name ?? '*') : kind === 'Default' ? 'default' : '*']
      }),
  )
  const late = [...code.matchAll(destructured)].flatMap(([, names = '', specifier = '']) =>
    names.split(', ').map((name): [string, string] => [specifier, name]),
  )
  const whole = [...code.matchAll(/\(await import\('([^']+)'\)\)\.(\w+)/g)].map(
    ([, specifier = '', name = '']): [string, string] => [specifier, name],
  )
  return [...fixed, ...late, ...whole].filter(([specifier]) => isPackage(specifier))
}

export const vendorFile = (specifier: string) => `${specifier.replace(/\.m?js$/, '')}.js`

/** Keeps packages out of the bundle of our own files, and notes what these import of them. */
export function packagesApart(isInstalled: (specifier: string) => boolean) {
  const imported = new Map<string, Imported>()
  const noted = (specifier: string): Imported => {
    const known = imported.get(specifier) ?? { id: '', names: new Set() }
    imported.set(specifier, known)
    return known
  }
  const plugin: Plugin = {
    name: 'pictable:packages-apart',
    async resolveId(specifier, importer) {
      if (importer === undefined || !isPackage(specifier)) return null
      if (isInstalled(specifier)) return { id: specifier, external: true }
      const resolved = await this.resolve(specifier, importer, { skipSelf: true })
      if (resolved === null || resolved.external) return null
      const one = noted(specifier)
      if (one.id !== '' && one.id !== resolved.id) throw new Error(`${specifier} is ${one.id} and ${resolved.id}`)
      one.id = resolved.id
      return { id: `vendor:${vendorFile(specifier)}`, external: true }
    },
    transform(code, id) {
      for (const [specifier, name] of importsOf(code, id)) if (!isInstalled(specifier)) noted(specifier).names.add(name)
      return null
    },
    renderChunk(code, { fileName }) {
      const up = relative(dirname(fileName), 'vendor')
      return code.replaceAll(
        /(["'`])vendor:([^"'`]+)\1/g,
        (_, quote: string, file: string) => `${quote}${up}/${file}${quote}`,
      )
    },
  }
  return { plugin, imported }
}

/** Files that packages read from beside their code. */
const besideCode = /\.(wasm|data)$/

function copyBesideCode({ code, moduleIds, fileName }: OutputChunk, target: string): void {
  for (const folder of new Set(moduleIds.filter((id) => id.startsWith(root)).map((id) => dirname(id))))
    for (const name of readdirSync(folder).filter((each) => besideCode.test(each) && code.includes(each)))
      copyFileSync(join(folder, name), join(target, dirname(fileName), name))
}

const PREFIX = '\0vendor:'

/** Offers of each package what our files import: the rest of it is left out. */
function offered(imported: ReadonlyMap<string, Imported>): Plugin {
  return {
    name: 'pictable:offered',
    resolveId: (id) => (id.startsWith(PREFIX) ? id : null),
    load(id) {
      const one = id.startsWith(PREFIX) ? imported.get(id.slice(PREFIX.length)) : undefined
      if (one === undefined) return null
      const from = JSON.stringify(one.id)
      const names = [...one.names].filter((name) => name !== '*')
      return [
        one.names.has('*') ? `export * from ${from}` : '',
        names.length > 0 ? `export { ${names.join(', ')} } from ${from}` : '',
      ].join('\n')
    },
  }
}

/** Bundles packages into a folder: a file for each, and what several need in files of their own. */
export async function bundlePackages(
  target: string,
  { imported, isInstalled }: { imported: ReadonlyMap<string, Imported>; isInstalled: (specifier: string) => boolean },
): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      [...imported.keys()].map((each) => [vendorFile(each).replace(/\.js$/, ''), PREFIX + each]),
    ),
    platform: 'node',
    external: isInstalled,
    plugins: [offered(imported)],
    // PGlite and HarfBuzz are made by a compiler that uses eval.
    checks: { eval: false },
  })
  const { output } = await bundle.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name]-[hash].js',
    comments: false,
    // Names stay, for errors that say where they come from.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  })
  await bundle.close()
  for (const one of output) if (one.type === 'chunk') copyBesideCode(one, target)
}
