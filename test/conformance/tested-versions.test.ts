import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { needs } from '#test/needs.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference', 'sources.md'), 'utf8')
const versionIn = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? 'none'

describe('the version that a source is said to be tested with is that of the tests', () => {
  const postgres = needs('postgresql')
  test.skipIf(!postgres.found)('of PostgreSQL', () => {
    const text = execFileSync(join(postgres.found ? postgres.path : '', 'postgres'), ['--version'], {
      encoding: 'utf8',
    })
    expect(page).toContain(`PostgreSQL ${versionIn(text, /\) (\d+)\./)} in every build`)
  })

  const mariadb = needs('mariadb')
  test.skipIf(!mariadb.found)('of MariaDB', () => {
    const text = execFileSync(join(mariadb.found ? mariadb.path : '', 'mariadbd'), ['--version'], { encoding: 'utf8' })
    expect(page).toContain(`MariaDB ${versionIn(text, /Ver (\d+\.\d+)\./)} in every build`)
  })

  test('of SQLite', () => {
    expect(page).toContain(`SQLite ${versionIn(process.versions.sqlite ?? '', /^(\d+\.\d+)\./)} in every build`)
  })
})
