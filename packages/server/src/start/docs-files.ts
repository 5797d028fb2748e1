import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the server, in the repository as in a package. */
const built = join(import.meta.dirname, '..', '..', '..', 'docs', 'dist')

/** Where the documentation is as a site; undefined when it has not been built. */
export function docsFiles(): string | undefined {
  // An installation has its texts packed only.
  return ['index.html', 'index.html.br'].some((page) => existsSync(join(built, page))) ? built : undefined
}
