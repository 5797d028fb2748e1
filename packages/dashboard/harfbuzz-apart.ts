import { basename } from 'node:path'
import { build, type Plugin } from 'vite'

/** The files of one module, built by itself for the root of the server. */
async function built(entry: string) {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: entry, external: ['module'], preserveEntrySignatures: 'strict' },
    },
  })
  if (!('output' in made)) throw new Error(`${entry} was not built at one time`)
  return made.output
}

/**
 * Builds HarfBuzz apart: its module awaits WebAssembly before it is ready, and where one module does so the bundler no
 * longer joins small chunks, of the whole dashboard.
 */
export function harfbuzzApart(): Plugin {
  const files = new Map<string, string | Uint8Array>()
  return {
    name: 'pictable:harfbuzz-apart',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source !== 'harfbuzzjs') return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (!found) return null
      const output = await built(found.id)
      for (const file of output) files.set(file.fileName, file.type === 'chunk' ? file.code : file.source)
      const [entry] = output
      return { id: `/${entry.fileName}`, external: 'absolute' }
    },
    generateBundle() {
      for (const [fileName, source] of files)
        this.emitFile({ type: 'asset', fileName, name: basename(fileName), source })
    },
  }
}
