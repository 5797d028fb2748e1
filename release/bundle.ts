import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { bundlePackages, packagesApart } from './vendor.ts'
import { root } from './workspace.ts'

const server = join(root, 'packages', 'server', 'src')

/** How the sources name a file that a process or thread starts with: it is run by its path, so it needs a file of its own. */
const started = /join\(import\.meta\.dirname, ((?:'[\w-]+', )*)'([\w-]+)\.ts'\)/g

/** How a file imports all files of its folder. */
const anySibling = /`\.\/(\$\{\w+\})\.ts`/g

/** Makes an entry of every file that is started by its path, under its compiled name. */
function startedFiles(): Plugin {
  return {
    name: 'pictable:started-files',
    transform(code, id) {
      if (!id.startsWith(server)) return null
      return code.replaceAll(anySibling, '`./$1.js`').replaceAll(started, (_, folders: string, name: string) => {
        const inner = folders.replaceAll("'", '').split(', ').filter(Boolean)
        this.emitFile({ type: 'chunk', id: join(dirname(id), ...inner, `${name}.ts`) })
        return `join(import.meta.dirname, ${folders}'${name}.js')`
      })
    },
  }
}

/**
 * Compiles the server and all that it imports into a folder that is laid out like the repository: one file of JavaScript for each of
 * ours, and packages in `vendor`, but those that are installed next to it.
 */
export async function bundleServer(target: string, installed: readonly string[]): Promise<void> {
  const isInstalled = (specifier: string) => installed.some((name) => `${specifier}/`.startsWith(`${name}/`))
  const { plugin, imported } = packagesApart(isInstalled)
  const migrations = globSync('database/migrations/[0-9]*.ts', { cwd: server }).filter(
    (path) => !path.includes('.test.'),
  )
  const bundle = await rolldown({
    cwd: root,
    input: ['main.ts', 'start/compile-decoders.ts', ...migrations].map((path) => join(server, path)),
    platform: 'node',
    plugins: [startedFiles(), plugin],
  })
  await bundle.write({
    dir: target,
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: root,
    virtualDirname: 'vendor/virtual',
    entryFileNames: '[name].js',
  })
  await bundle.close()
  await bundlePackages(join(target, 'vendor'), { imported, isInstalled })
}
