/** Objects and texts, as requests and answers consist of. */
const sample = Array.from({ length: 4000 }, (_, n) => ({
  id: `id_${n}`,
  name: `Name ${n} ä`,
  values: [n, n / 7, null],
}))

/** How often the sample is written and read: CPU time is counted in steps of some milliseconds. */
const ROUNDS = 4
/** CPU time of that on a machine with nothing else to do. */
const QUIET_MS = 28
const TIMES = 2

function referenceMs(): number {
  const before = process.threadCpuUsage()
  let text = ''
  for (let round = 0; round < ROUNDS; round++) {
    text = JSON.stringify(sample)
    text = JSON.stringify(JSON.parse(text))
  }
  if (text !== JSON.stringify(sample)) throw new Error('the copy of the sample is another one')
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * How many times as much CPU time this thread needs now as on a machine with nothing else to do, at least 1: programs that share
 * cores and caches make each other slower. A bound of CPU time holds after division by it.
 */
export function slowness(): number {
  return Math.max(1, Math.min(...Array.from({ length: TIMES }, referenceMs)) / QUIET_MS)
}
