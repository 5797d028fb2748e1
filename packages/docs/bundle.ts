import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { interfaceFont } from '../dashboard/interface-font.ts'

const folder = import.meta.dirname
const ofDashboard = (name: string) => readFileSync(join(folder, '..', 'dashboard', 'public', name))

/** What the dashboard has as well: its mark, and what sets the theme before the first paint. */
function shared(): Plugin {
  return {
    name: 'pictable:shared',
    generateBundle() {
      for (const name of ['favicon.svg', 'theme.js']) this.emitFile({ type: 'asset', name, source: ofDashboard(name) })
    },
  }
}

/** `bundle()` makes the scripts, styles and fonts of every page, by path below the base. */
export async function bundle(
  base: string,
): Promise<{ files: Map<string, string | Uint8Array>; find(pattern: RegExp): string }> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: folder,
    base: `${base}/`,
    publicDir: false,
    // The documentation is in English: names in other scripts are set in the fonts of the reader's system.
    plugins: [interfaceFont((file) => file.startsWith('inter-latin-wght')), shared()],
    build: {
      write: false,
      target: 'es2023',
      cssTarget: 'esnext',
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: ['main.ts', 'site.css'].map((name) => join(folder, 'src', 'browser', name)),
        output: {
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7].[ext]',
        },
      },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  const files = new Map(outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]))
  return {
    files,
    find(pattern) {
      const found = [...files.keys()].find((name) => pattern.test(name))
      if (found === undefined) throw new Error(`the scripts and styles of the documentation lack ${pattern}`)
      return `${base}/${found}`
    },
  }
}
