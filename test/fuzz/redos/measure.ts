import { createContext, Script } from 'node:vm'
import { type Attack, attackText } from './attacks.ts'

/** Regular expressions are interrupted only in a script that has a time limit. */
const search = new Script('text.replace(pattern, "")')
const state = { pattern: /x/, text: '' }
const context = createContext(state)
const timeoutMs = 500

/** CPU time of one search, or of its part until the time limit, in ms. */
function costOf(pattern: RegExp, text: string): number {
  Object.assign(state, { pattern, text })
  const before = process.threadCpuUsage()
  try {
    search.runInContext(context, { timeout: timeoutMs })
  } catch {
    // The time until then counts.
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** CPU time that the pattern takes for an attack of this length: the least of three, as other work only adds to it. */
export function measureAttack(
  { source, flags }: { source: string; flags: string },
  attack: Attack,
  length: number,
): number {
  const pattern = new RegExp(source, flags)
  // Compiled to machine code on the second use.
  const warmUp = attackText(attack, 4)
  for (let use = 0; use < 2; use++) pattern.exec(warmUp)
  const text = attackText(attack, length)
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3; turn++) {
    least = Math.min(least, costOf(pattern, text))
    if (least < 5) break
  }
  return least
}
