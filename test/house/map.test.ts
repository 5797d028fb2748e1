import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const files = globSync(['packages/*/{src,bin}/**/*', 'packages/*/*', 'test/**/*', 'bench/**/*', 'docs/**/*'], {
  exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
})

/** Files that a page names in backticks, such as `run/start-run.ts`, and that do not exist; a name may be the end of a path. */
function missingIn(page: string): string[] {
  const named = [...page.matchAll(/`([\w./*-]+\.tsx?)`/g)].map(([, name = '']) => name.replace(/^#/, ''))
  return named.filter((name) => !name.includes('*') && !files.some((path) => `/${path}`.endsWith(`/${name}`)))
}

describe('the files that a page names exist:', () => {
  test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (page) => {
    expect(missingIn(readFileSync(page, 'utf8'))).toEqual([])
  })

  test('a name that does not exist is found', () => {
    expect(missingIn('`core/loop.ts` and `core/no-such-file.ts`, not `*-command.ts`')).toEqual(['core/no-such-file.ts'])
  })
})
