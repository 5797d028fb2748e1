import { join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { namingCompiled, serverEntries } from './server-files.ts'
import { bundlePackages, packagesApart } from './vendor.ts'
import { root } from './workspace.ts'

const server = join(root, 'packages', 'server', 'src')

/** Makes an entry of every file that is started by its path, under its compiled name. */
function startedFiles(): Plugin {
  return {
    name: 'pictable:started-files',
    transform(code, id) {
      if (!id.startsWith(server)) return null
      return namingCompiled(code, id, (path, written) => {
        this.emitFile({ type: 'chunk', id: path })
        return written.replace(/\.ts'\)$/, ".js')")
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
  const bundle = await rolldown({
    cwd: root,
    input: [...serverEntries],
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
