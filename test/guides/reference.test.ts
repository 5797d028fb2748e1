import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const docs = join(import.meta.dirname, '..', '..', 'docs')
const reference = join(docs, 'reference')
const pages = readdirSync(reference).sort()

/** As GitHub makes it from a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')
}

function anchorsIn(path: string): Set<string> {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)))
}

describe('docs/reference', () => {
  test('is what the code says (else: npm run docs, and commit what it writes)', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(docs, 'build.ts'), '--check'], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  test('has the pages that are generated, and no others', () => {
    expect(pages).toEqual([
      'api.md',
      'errors.md',
      'metrics.md',
      'settings.md',
      'sources.md',
      'template.schema.json',
      'templates.md',
      'triggers.md',
    ])
  })

  test.each(pages)('%s links only to headings and files that exist', (name) => {
    const links = readFileSync(join(reference, name), 'utf8').matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)
    for (const [link, file = '', anchor] of links) {
      const target = join(reference, file === '' ? name : file)
      if (anchor !== undefined) expect(anchorsIn(target), `${name}: ${link}`).toContain(anchor)
      else expect(() => readFileSync(target), `${name}: ${link}`).not.toThrow()
    }
  })
})
