import { describe, expect, test } from 'vitest'
import { placeUrls, renderMarkdown } from './render.ts'

const plain = { raised: 0, hasRows: false }

describe('renderMarkdown()', () => {
  test('gives headings anchors, and raises those of a part of a page', () => {
    const { html, headings } = renderMarkdown('## Runs\n\n### runs-get\n', { ...plain, raised: 1 })
    expect(headings).toEqual([
      { depth: 1, text: 'Runs', anchor: 'runs' },
      { depth: 2, text: 'runs-get', anchor: 'runs-get' },
    ])
    expect(html).toContain('<h1 id="runs">Runs</h1>')
    expect(html).toContain('<a class="anchor" href="#runs-get" aria-label="Link to “runs-get”">#</a>')
  })

  test('colours code, and shows the file name of a block but not the notes of tests', () => {
    const { html } = renderMarkdown(
      '```ts watch.ts\nconst a = "<b>"\n```\n\n```sh needs=docker exit=1\nls\n```\n',
      plain,
    )
    expect(html).toContain('<figcaption>watch.ts</figcaption>')
    expect(html).toContain('<span class="hljs-keyword">const</span>')
    expect(html).toContain('&lt;b&gt;')
    expect(html).not.toMatch(/needs|exit|style=|<b>/)
  })

  test('gives rows a link by their name, once, where a page has such rows', () => {
    const table = '| Code | |\n|---|---|\n| `gone` | a |\n| `gone` | b |\n| two `words` | c |\n'
    expect(renderMarkdown(table, { ...plain, hasRows: true })).toMatchObject({
      rows: ['gone'],
      html: expect.stringContaining('<tr id="gone"><td><code>gone</code></td><td>a</td></tr>'),
    })
    expect(renderMarkdown(table, plain).rows).toEqual([])
  })

  test('names the columns of a wide table in each cell, for screens on which it becomes a list', () => {
    const { html } = renderMarkdown('| Setting | Meaning | Default |\n|---|---|---|\n| `A` | b | `c` |\n', plain)
    expect(html).toContain('<td role="cell" data-label="Default"><code>c</code></td>')
    expect(html).toContain('<td role="cell">b</td>')
  })

  test('leaves links between files to be placed, and nothing else', () => {
    const { html } = renderMarkdown('[a](tables.md#x) [b](https://example.com/) ![c](../d.webp)', plain)
    const placed = placeUrls(html, (kind, url) => ` ${kind}="[${url}]"`)
    expect(placed).toBe(
      '<p><a href="[tables.md#x]">a</a> <a href="https://example.com/" rel="noreferrer">b</a> <img src="[../d.webp]" alt="c"></p>\n',
    )
  })
})
