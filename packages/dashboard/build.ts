import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const page = join(folder, 'dist', 'index.html')

/** What the static files are made of, from the folder of the dashboard. */
const sources = ['src/**/*', 'public/*', '*.ts', 'index.html', 'package.json', '../client/src/**/*.ts']

/** Whether the static files are missing or older than their sources. */
export function isStale(): boolean {
  if (!existsSync(page)) return true
  const builtAtMs = statSync(page).mtimeMs
  return globSync(sources, { cwd: folder }).some((path) => statSync(join(folder, path)).mtimeMs > builtAtMs)
}

/** `buildDashboard()` writes the static files into `dist/`. `node packages/dashboard/build.ts` does the same. */
export async function buildDashboard(): Promise<void> {
  const { build } = await import('vite')
  await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' })
}

if (import.meta.main) await buildDashboard()
