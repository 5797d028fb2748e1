import { join } from 'node:path'
import type { Rolldown } from 'vite'

/** The renderer of a page is imported from here. */
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

/** The open document. */
const document =
  /\/editor\/src\/(document\/(apply|command-error|document|group|insert|json|keys-of|layer-frame|locks|move|names|references|replace|take-out|ungroup|workspace)|drafts\/draft-state|geometry\/(frame|matrix|stack-shape)|history\/[a-z-]+|source\/(fault|source-issue))\.ts$|\/screens\/editor\/(canvas\/(each-frame|painter|region|stage)|drafts\/(server-draft|use-draft)|engine\/(after-paint|expressions|key-of-path|sent-values)|properties\/(table-columns|values)|session\/(laid-out|open-session|record-actions|session|state|use-editor|view|view-actions))\.tsx?$|\/dashboard\/src\/strings\/(en\/)?editor\.ts$/

/**
 * The file of all that the first picture of the editor needs of the renderer, and of the open document. One file has one
 * set of headers, and is compressed better than the many that the bundler makes.
 */
export function engine() {
  let files: ReadonlySet<string> | undefined
  const name: Name = (id, context) => {
    files ??= reachable(context)
    return files.has(id) || document.test(id) ? 'engine' : null
  }
  return { name, debugName: 'engine', test: /\/(renderer|editor|dashboard)\/src\/|\/node_modules\// }
}
