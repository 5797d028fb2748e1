import { cpSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const source = join(import.meta.dirname, 'src')

/**
 * `bundle()` writes the nodes as n8n loads them, which is CommonJS. A community node brings no packages: what is imported
 * of Pictable's own packages is bundled, and only n8n-workflow stays outside.
 */
export async function bundle(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const entries = globSync('**/*.{node,credentials}.ts', { cwd: source })
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      lib: {
        entry: Object.fromEntries(entries.map((path) => [path.replace(/\.ts$/, ''), join(source, path)])),
        formats: ['cjs'],
        fileName: (_format, name) => `${name}.js`,
      },
      rolldownOptions: { external: ['n8n-workflow', /^node:/], output: { chunkFileNames: 'shared/[name].js' } },
    },
  })
  for (const path of globSync('nodes/**/*.{svg,json}', { cwd: source })) cpSync(join(source, path), join(folder, path))
}
