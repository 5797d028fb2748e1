import { join } from 'node:path'
import type { Rolldown } from 'vite'

/** What draws in a page starts here. */
const starts = ['create-browser-renderer', 'draw'].map((name) =>
  join(import.meta.dirname, '..', 'renderer', 'src', 'browser', `${name}.ts`),
)

type Name = Rolldown.CodeSplittingNameFunction

/** What the starts import, and what that imports, but for what is loaded when it is needed. */
function reachable(context: Parameters<Name>[1]): ReadonlySet<string> {
  const reached = new Set(starts)
  for (const id of reached) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}

/**
 * The file of all that the first picture of the editor needs of the renderer. One file has one set of headers, and is
 * compressed better than the many that the bundler makes.
 */
export function engine() {
  let files: ReadonlySet<string> | undefined
  const name: Name = (id, context) => {
    files ??= reachable(context)
    return files.has(id) ? 'engine' : null
  }
  return { name, debugName: 'engine', test: /\/renderer\/src\/|\/node_modules\// }
}
