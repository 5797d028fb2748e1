import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from './migrations/index.ts'

/** The first release: nobody ran beside what came before. */
const firstRelease = '0008-url-keys'

const takesAway = [
  /\bdrop (table|column|constraint|index|domain|default)\b/i,
  /\brename\b/i,
  /\balter column \w+ (set not null|(set data )?type)\b/i,
  /\badd column \w+ (?![^,;]*\bdefault\b)[^,;]*\bnot null\b/i,
]

const later = Object.keys(migrations).filter((name) => name > firstRelease)

test('migrations only add, or say in schema_needs that older releases have to keep out', () => {
  for (const name of later) {
    const source = readFileSync(join(import.meta.dirname, 'migrations', `${name}.ts`), 'utf8')
    if (source.includes('schema_needs')) continue
    for (const pattern of takesAway) expect(source, `${name} breaks the release before it`).not.toMatch(pattern)
  }
})
