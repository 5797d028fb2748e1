import { describe, expect, test } from 'vitest'
import type { Page } from './page.ts'
import { siteOf } from './page.ts'
import { split } from './split.ts'

const section = { title: 'Reference', summary: '', pages: [] }
const pageOf = (path: string): Page => ({
  ...{ path, title: 'API', summary: 'Every endpoint', section, site: siteOf(path), raised: 0, parts: [] },
  markdown: '# API\n\nIntro\n\n## Runs\n\n### runs-get\n\n## API keys\n\nText\n',
})

describe('split()', () => {
  test('makes a page of each chapter of the API reference', () => {
    const { markdown, parts } = split(pageOf('docs/reference/api.md'))
    expect(markdown).toBe('# API\n\nIntro\n\n')
    expect(parts.map(({ site, title, raised }) => [site, title, raised])).toEqual([
      ['reference/api/runs', 'Runs', 1],
      ['reference/api/api-keys', 'API keys', 1],
    ])
    expect(parts[0]?.markdown).toBe('## Runs\n\n### runs-get\n\n')
  })

  test('leaves other pages whole', () => {
    const page = pageOf('docs/guides/sql.md')
    expect(split(page)).toBe(page)
  })
})

describe('siteOf()', () => {
  test.each([
    ['docs/guides/sql.md', 'guides/sql'],
    ['packages/client/README.md', 'client'],
    ['SECURITY.md', 'security'],
    ['README.md', 'overview'],
  ])('%s is at %s', (path, site) => {
    expect(siteOf(path)).toBe(site)
  })
})
