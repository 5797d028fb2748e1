import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const files = globSync(
  ['packages/*/{src,bin}/**/*', 'packages/*/*', 'test/**/*', 'bench/**/*', 'docs/**/*', 'release/**/*'],
  {
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  },
)

/** `<kind>` in a name matches any part of it. */
const patternOf = (name: string) => new RegExp(`(^|/)${name.replaceAll('.', '\\.').replaceAll(/<\w+>/g, '[^/]+')}$`)

/** Files that a page names in backticks, such as `run/start-run.ts`, and that do not exist; a name may be the end of a path. */
function missingIn(page: string): string[] {
  const named = [...page.matchAll(/`([\w./*<>-]+\.tsx?)`/g)].map(([, name = '']) => name)
  return named.filter((name) => {
    const pattern = patternOf(name)
    return !name.includes('*') && !files.some((path) => pattern.test(path))
  })
}

/** The tables of a page whose first column lists the folders below the one in its head. */
function folderTables(page: string): { root: string; named: string[] }[] {
  return [...page.matchAll(/^\| folder of `([^`]+)`.*\n.*\n((?:\|.*\n)+)/gm)].map(([, root = '', rows = '']) => {
    const cells = rows.split('\n').map((row) => row.split('|')[1] ?? '')
    const names = cells.flatMap((cell) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.split('/')[0] ?? ''),
    )
    return { root, named: [...new Set(names)].sort() }
  })
}

const foldersIn = (root: string) =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

describe('the files that a page names exist:', () => {
  test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (page) => {
    expect(missingIn(readFileSync(page, 'utf8'))).toEqual([])
  })

  test('a name that does not exist is found', () => {
    const page =
      '`core/loop.ts`, `database/data/<table>-data.ts`, not `*-command.ts`; `core/no-file.ts`, `core/<x>-no-file.ts`'
    expect(missingIn(page)).toEqual(['core/no-file.ts', 'core/<x>-no-file.ts'])
  })
})

describe('ARCHITECTURE.md lists each folder of', () => {
  const page = readFileSync('ARCHITECTURE.md', 'utf8')

  test.each(folderTables(page))('$root', ({ root, named }) => {
    expect(named).toEqual(foldersIn(root))
  })

  test('packages/server/src', () => {
    const rows = [...page.matchAll(/^\| (`packages\/server\/src\/.*?) \|/gm)].map(([, cell = '']) => cell)
    const names = rows.flatMap((cell) => [...cell.matchAll(/`(?:packages\/server\/src\/)?([^`/.]+)`/g)])
    expect([...new Set(names.map(([, name = '']) => name))].sort()).toEqual(foldersIn('packages/server/src'))
  })

  test('a table is found', () => {
    expect(
      folderTables('| folder of `a/b`, from the top | what |\n|-|-|\n| `x` · `y/z` | it is |\n\ntext `q`'),
    ).toEqual([{ root: 'a/b', named: ['x', 'y'] }])
  })
})
