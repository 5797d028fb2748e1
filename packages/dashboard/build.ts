import { join } from 'node:path'
import { build } from 'vite'

/** `buildDashboard()` writes the static files into `dist/`. `node packages/dashboard/build.ts` does the same. */
export async function buildDashboard(): Promise<void> {
  await build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' })
}

if (import.meta.main) await buildDashboard()
