import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { countWords, describeHit, type Hit } from '#test/words.ts'

/** The most listed words that each area may contain. These numbers only fall. */
export const countsPath = 'test/word-counts.json'

const counts = z.record(z.string(), z.int())
const storedCounts = z.strictObject({ visible: counts, names: counts })
export type Counts = z.infer<typeof storedCounts>

export const readCounts = (): Counts => storedCounts.parse(JSON.parse(readFileSync(countsPath, 'utf8')))

/** Lines added since the counts were last stored, by path; null where git cannot tell. */
function addedLines(): Map<string, Set<number>> | null {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9 })
  try {
    const stored = git('log', '-1', '--format=%H', '--', countsPath).trim()
    if (stored === '') return null
    const added = new Map<string, Set<number>>()
    let path = ''
    for (const line of git('diff', '--unified=0', '--no-prefix', stored).split('\n')) {
      path = /^\+\+\+ (.+)$/.exec(line)?.[1] ?? path
      const [, first, length = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
      const lines = Array.from({ length: first ? Number(length) : 0 }, (_, at) => Number(first) + at)
      added.set(path, new Set([...(added.get(path) ?? []), ...lines]))
    }
    return added
  } catch {
    return null
  }
}

/** `wordOffences()` names the listed words of every area that has more of them than are stored. */
export function wordOffences(hits: readonly Hit[], stored: Counts, findAdded = addedLines): string[] {
  const found = countWords(hits)
  const kinds = ['visible', 'names'] as const
  return kinds.flatMap((kind) =>
    Object.entries(found[kind]).flatMap(([area, count]) => {
      const most = stored[kind][area] ?? 0
      if (count <= most) return []
      const all = hits.filter((hit) => hit.area === area && hit.visible === (kind === 'visible'))
      const added = findAdded()
      const fresh = most === 0 ? all : all.filter(({ path, line }) => added?.get(path)?.has(line) ?? added === null)
      const what = kind === 'visible' ? 'in text that users read' : 'in names, comments and tests'
      return [
        `${area}: ${count} listed words ${what}, ${most} are allowed`,
        ...(fresh.length > 0 ? fresh : all).map(describeHit),
      ]
    }),
  )
}

/** The stored counts, lowered to what was found. */
export function lowerCounts(hits: readonly Hit[], stored: Counts): Counts {
  const found = countWords(hits)
  const lower = (old: Record<string, number>, now: Record<string, number>): Record<string, number> =>
    Object.fromEntries(
      Object.entries(old).flatMap(([area, most]) => {
        const count = Math.min(most, now[area] ?? 0)
        return count > 0 ? [[area, count]] : []
      }),
    )
  return { visible: lower(stored.visible, found.visible), names: lower(stored.names, found.names) }
}
