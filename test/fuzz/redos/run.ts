import fc from 'fast-check'
import type { Bulks } from '#test/fuzz/stalls/bulks.ts'
import { delayLivez } from '#test/fuzz/stalls/delay-livez.ts'
import { attacksOn, attackText } from './attacks.ts'
import { findSlow } from './find-slow.ts'
import { findPatterns, type Pattern } from './patterns.ts'

interface Options {
  inputs: number
  seed: number
  /** How many requests are sent at a time. */
  senders?: number | undefined
}

const length = 16_384
/** A main thread that is busy for longer delays `/livez`; what `/livez` took also depends on the machine. */
const maxStallMs = 100
/** About as many requests has an attack on each pattern at each place of each body. */
const allRequests = 200_000

/** Attacks every pattern of the product. @returns whether none was slow */
function attackPatterns(patterns: readonly Pattern[], { inputs, seed }: Options): boolean {
  const attacks = Math.ceil(inputs / patterns.length)
  const slow = findSlow(patterns, { attacks, seed, length, maxMs: 8 })
  for (const { pattern, attack, ms } of slow)
    console.log(`${ms.toFixed(0)} ms: ${pattern}\n    ${JSON.stringify(attack)}`)
  console.log(JSON.stringify({ seed, patterns: patterns.length, inputs: attacks * patterns.length, slow: slow.length }))
  return slow.length === 0
}

/** The same as values of requests to every endpoint. @returns whether none delayed `/livez` */
async function attackEndpoints(patterns: readonly Pattern[], { inputs, seed, senders }: Options): Promise<boolean> {
  const texts: Bulks = Object.fromEntries(
    patterns.flatMap(({ place, source, flags }) =>
      fc
        .sample(attacksOn({ source, flags }), { seed, numRuns: 1 })
        .map((attack) => [place, () => JSON.stringify(attackText(attack, length))]),
    ),
  )
  const share = Math.min(1, inputs / allRequests)
  const { stalls, ...report } = await delayLivez({ seed, share, senders, texts, log: console.log })
  for (const { ms, requests } of stalls) console.log(`${ms.toFixed(0)} ms: ${requests.join(' | ')}`)
  console.log(JSON.stringify({ seed, ...report }))
  return report.longestStallMs <= maxStallMs
}

/** Both, one after the other. @returns whether nothing took too long */
export async function attackAll(options: Options): Promise<boolean> {
  const patterns = findPatterns()
  const areFast = attackPatterns(patterns, options)
  return (await attackEndpoints(patterns, options)) && areFast
}
