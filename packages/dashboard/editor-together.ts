import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type Context = Parameters<Extract<Group['name'], (...args: never[]) => unknown>>[1]

const entries = /\/screens\/editor\/editor-page\.tsx$|\/renderer\/src\/browser\/index\.ts$/
/** Of the editor alone; what other pages share with it stays apart. */
const own =
  /\/screens\/editor\/|\/packages\/(renderer|editor)\/src\/|\?engine$|\/node_modules\/(bidi-js|linebreak|unicode-trie|tiny-inflate|base64-js|hyphen)\//

/** Whether an entry imports a module, itself or by others, without waiting for it. */
function createReader() {
  const known = new Map<string, boolean>()
  return function isNeeded(id: string, context: Context): boolean {
    const found = known.get(id)
    if (found !== undefined) return found
    // Where modules import each other in a circle, the way out of it decides.
    known.set(id, false)
    const importers = context.getModuleInfo(id)?.importers ?? []
    const isOne = entries.test(id) || importers.some((importer) => isNeeded(importer, context))
    known.set(id, isOne)
    return isOne
  }
}

/** What the editor needs before its first picture, in one file: each file has its own headers and its own turn. */
export function editorTogether(): Group {
  const isNeeded = createReader()
  return {
    // What is imported dynamically keeps its own file, however small: in this one the bundler would lose its exports.
    name: (id, context) => (own.test(id) && !entries.test(id) && isNeeded(id, context) ? 'editor' : null),
    includeDependenciesRecursively: false,
  }
}
