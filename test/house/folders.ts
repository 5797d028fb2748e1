import { importsOf, targetOf } from '#test/import-graph.ts'

/** Folders of a package from the bottom to the top: a file imports from its own folder and from those before it. */
export interface FolderOrder {
  root: string
  /** Paths below the root; `*` matches one name, '' for the root itself. Folders of one line do not import each other. */
  folders: readonly string[]
}

export const FOLDER_ORDERS: readonly FolderOrder[] = [
  {
    root: 'packages/renderer/src',
    folders: [
      ...[
        'errors',
        'async',
        'csv',
        'pdf',
        'values',
        'expressions',
        'properties',
        'geometry',
        'text',
        'font-files',
        'fonts',
      ],
      ...['svg', 'canvas', 'caches', 'pictures', 'model', 'drawing', 'shapes', 'labels'],
      ...['codes', 'charts', 'tables', 'path-text', 'groups', 'layers', 'template'],
      ...['formats', 'jobs', 'steps', 'render', 'node', 'browser', 'cli', ''],
    ],
  },
  {
    root: 'packages/dashboard/src',
    folders: [
      'strings/en',
      'strings',
      'api',
      'ui',
      'ui/fields',
      'ui/popups',
      'forms',
      'parts/source',
      'parts/templates',
      'parts/*',
      'parts',
      'frame',
      'screens/editor/popovers',
      'screens/editor/drawers',
      'screens/editor/engine',
      'screens/editor/properties',
      'screens/editor/session',
      'screens/editor/gradients',
      'screens/editor/tables',
      'screens/editor/colors',
      'screens/editor/drafts',
      'screens/editor/clipboard',
      'screens/editor/icons',
      'screens/editor/typing',
      'screens/editor/messages',
      'screens/editor/sheet',
      'screens/editor/fonts',
      'screens/editor/export',
      'screens/editor/commands',
      'screens/editor/data',
      'screens/editor/gestures',
      'screens/editor/pictures',
      'screens/editor/versions',
      'screens/*/*',
      'screens/editor/canvas/text',
      'screens/editor/inspector/grid',
      'screens/editor/inspector/chart',
      'screens/editor/inspector/code',
      'screens/editor/inspector/drawing',
      'screens/editor/inspector/box',
      'screens/editor/inspector/table',
      'screens/editor/inspector/binding',
      'screens/editor/inspector/text',
      'screens/editor/inspector/panel',
      'screens/editor/data/panel',
      'screens/*',
      'screens',
      '',
    ],
  },
  { root: 'packages/docs/src', folders: ['content', 'pages', 'layout', 'search', 'pictures', 'browser', ''] },
  {
    root: 'packages/n8n/src',
    folders: ['api', 'fields', 'image', 'run', 'trigger', 'credentials', 'nodes/*'],
  },
  {
    root: 'packages/editor/src',
    folders: ['text', 'geometry', 'document', 'history', 'clipboard', 'source', 'drafts', 'merge', ''],
  },
]

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

function placeOf({ root, folders }: FolderOrder, folder: string): number {
  const inside = folder.slice(root.length + 1)
  return folders.findIndex((pattern) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(inside))
}

/** Tests use what they test from outside: a test of a layer renders a template. */
const isTest = /\.test\.tsx?$|\.test-kit\.tsx?$/

/** `folderOffences()` lists imports of any kind, types included, that go upwards or aside in the order of the folders. */
export function folderOffences(files: ReadonlyMap<string, string>, orders = FOLDER_ORDERS): string[] {
  const found = new Set<string>()
  for (const order of orders) {
    const paths = [...files.keys()].filter((path) => path.startsWith(`${order.root}/`) && !isTest.test(path))
    for (const path of paths) {
      const [folder, place] = [folderOf(path), placeOf(order, folderOf(path))]
      if (place < 0) found.add(`${folder} has no place in FOLDER_ORDERS (test/house/folders.ts)`)
      for (const { specifier } of importsOf(path, files.get(path) ?? '')) {
        const target = targetOf(path, specifier)
        if (!target?.startsWith(`${order.root}/`) || folderOf(target) === folder) continue
        if (placeOf(order, folderOf(target)) < place) continue
        found.add(`${path} imports "${specifier}", which is not below ${folder} in the order of folders`)
      }
    }
  }
  return [...found]
}
