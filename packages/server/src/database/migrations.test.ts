import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from './migrations/index.ts'

/** The first release: nobody ran beside what came before. */
const firstRelease = '0008-url-keys'

const takesAway = [
  /\bdrop (table|column|constraint|domain|default)\b/i,
  /\brename\b/i,
  /\balter column \w+ (set not null|(set data )?type)\b/i,
  /\badd column \w+ (?![^,;]*\bdefault\b)[^,;]*\bnot null\b/i,
]

const later = Object.keys(migrations).filter((name) => name > firstRelease)

const sourceOf = (name: string) => readFileSync(join(import.meta.dirname, 'migrations', `${name}.ts`), 'utf8')
const allSources = Object.keys(migrations).map(sourceOf).join('\n')

test('migrations only add, or say in schema_needs that older releases have to keep out', () => {
  for (const name of later) {
    const source = sourceOf(name)
    if (source.includes('schema_needs')) continue
    for (const pattern of takesAway) expect(source, `${name} breaks the release before it`).not.toMatch(pattern)
    // Without an index the release before reads longer; without a unique one it no longer knows what is there already.
    for (const [, index] of source.matchAll(/\bdrop index (?:if exists )?(\w+)/gi))
      expect(allSources, `${name} breaks the release before it`).not.toMatch(
        new RegExp(`unique index ${index}\\b`, 'i'),
      )
  }
})

test('each migration has a number of its own', () => {
  const numbers = Object.keys(migrations).map((name) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})
