import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const page = join(folder, 'dist', 'index.html')

/** What the static files are made of, from the folder of the dashboard. */
const sources = [
  'src/**/*',
  'public/*',
  'form-page/*',
  '*.ts',
  '*.txt',
  'index.html',
  'package.json',
  '../client/src/**/*.ts',
  '../editor/src/**/*.ts',
  '../renderer/src/**/*.ts',
  '../model/src/**/*.ts',
  '../../package-lock.json',
]

/** Whether the static files are missing or older than their sources. */
function isStale(): boolean {
  if (!existsSync(page)) return true
  const builtAtMs = statSync(page).mtimeMs
  return globSync(sources, { cwd: folder }).some((path) => statSync(join(folder, path)).mtimeMs > builtAtMs)
}

/** `node packages/dashboard/build.ts` writes the static files into `dist/`; with `--if-stale` only when they are. */
if (!process.argv.includes('--if-stale') || isStale()) {
  console.error('\n  Building the dashboard, some seconds …')
  // Whoever calls may be something else, such as a test.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' })
  const { buildFormPage } = await import('./form-page.ts')
  await buildFormPage()
}
