import { findSlow } from './find-slow.ts'
import { findPatterns } from './patterns.ts'

/** Attacks every pattern of the product, in all about that often. @returns whether none was slow */
export function attackPatterns({ inputs, seed }: { inputs: number; seed: number }): boolean {
  const patterns = findPatterns()
  const attacks = Math.ceil(inputs / patterns.length)
  const slow = findSlow(patterns, { attacks, seed, length: 16_384, maxMs: 8 })
  for (const { pattern, attack, ms } of slow)
    console.log(`${ms.toFixed(0)} ms: ${pattern}\n    ${JSON.stringify(attack)}`)
  console.log(JSON.stringify({ seed, patterns: patterns.length, inputs: attacks * patterns.length, slow: slow.length }))
  return slow.length === 0
}
