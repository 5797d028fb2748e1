import fc from 'fast-check'
import { type Attack, attacksOn } from './attacks.ts'
import { measureAttack } from './measure.ts'
import type { Pattern } from './patterns.ts'

/** A pattern that takes longer than it should, and the text that shows it. */
export interface SlowPattern {
  pattern: string
  attack: Attack
  ms: number
}

interface Search {
  attacks: number
  seed: number
  /** Characters of the text. */
  length: number
  /** CPU time that one search may take. */
  maxMs: number
}

/** Attacks a pattern until one attack takes too long. */
export function attackPattern(
  { place, source, flags }: Pick<Pattern, 'place' | 'source' | 'flags'>,
  { attacks, seed, length, maxMs }: Search,
): SlowPattern | undefined {
  for (const attack of fc.sample(attacksOn({ source, flags }), { seed, numRuns: attacks })) {
    const ms = measureAttack({ source, flags }, attack, length)
    if (ms > maxMs) return { pattern: `${place} /${source}/${flags}`, attack, ms }
  }
  return undefined
}

/** Attacks each pattern that often. */
export function findSlow(patterns: readonly Pattern[], search: Search): SlowPattern[] {
  return patterns.flatMap((pattern) => attackPattern(pattern, search) ?? [])
}
