import { existsSync } from 'node:fs'
import { join } from 'node:path'

const packages = join(import.meta.dirname, '..', '..', '..')

/** Where a site lies that was built, in the repository as in an installation, which has its texts packed only; undefined when it has not been built. */
export function builtPages(name: 'dashboard' | 'docs'): string | undefined {
  const folder = join(packages, name, 'dist')
  return ['index.html', 'index.html.br'].some((page) => existsSync(join(folder, page))) ? folder : undefined
}
