import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the server, in the repository as in a package. */
const built = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'dist')

/** Where the files of the dashboard lie; undefined when it has not been built. */
export function dashboardFiles(): string | undefined {
  // An installation has its texts packed only.
  return ['index.html', 'index.html.br'].some((page) => existsSync(join(built, page))) ? built : undefined
}
