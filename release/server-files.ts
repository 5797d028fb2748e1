import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './workspace.ts'

const server = join(root, 'packages', 'server', 'src')

/** The files of the server that others find by their names: it begins with them, or finds them in their folder. */
export const serverEntries: readonly string[] = [
  'main.ts',
  'start/compile-decoders.ts',
  ...globSync('database/migrations/[0-9]*.ts', { cwd: server }).filter((path) => !path.includes('.test.')),
].map((path) => join(server, path))

/** How the sources name a file that a process or thread starts with: it is run by its path, so it needs a file of its own. */
const started = /join\(import\.meta\.dirname, ((?:'[\w-]+', )*)'([\w-]+)\.ts'\)/g

/** How a file imports all files of its folder. */
const anySibling = /`\.\/(\$\{\w+\})\.ts`/g

function startedPath(path: string, folders: string, name: string): string {
  return join(dirname(path), ...folders.replaceAll("'", '').split(', ').filter(Boolean), `${name}.ts`)
}

/** The files that a source starts by their paths. */
export function startedIn(code: string, path: string): string[] {
  return [...code.matchAll(started)].map(([, folders = '', name = '']) => startedPath(path, folders, name))
}

/** A source that names others as they are once compiled; `nameStarted()` says how it names one that it starts, which it `written` names now. */
export function namingCompiled(
  code: string,
  path: string,
  nameStarted: (started: string, written: string) => string,
): string {
  return code
    .replaceAll(anySibling, '`./$1.js`')
    .replaceAll(started, (written, folders: string, name: string) =>
      nameStarted(startedPath(path, folders, name), written),
    )
}
