import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const docs = join(import.meta.dirname, '..', '..', 'docs')
const reference = join(docs, 'reference')
const pages = readdirSync(reference).sort()

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
      'source-description.schema.json',
      'sources.md',
      'template.schema.json',
      'templates.md',
      'triggers.md',
    ])
  })
})
