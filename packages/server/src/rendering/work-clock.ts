import { readFileSync } from 'node:fs'

/** The kernel counts in these, whatever its own clock. */
const tickMs = 10

/** The time that all threads of the process have had a processor; null where the system does not tell. */
export function processorMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Its name, in brackets, may hold anything.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) * tickMs
  } catch {
    return null
  }
}

/**
 * `startWorkClock()` measures how long a process works from now on: the time that has passed, but no more than it had a
 * processor. On a machine with too much to do, one that sleeps or is stopped, nobody is late who had no turn.
 */
export function startWorkClock(pid: number | undefined): () => number {
  const startedAtMs = performance.now()
  const before = processorMs(pid)
  return () => {
    const passedMs = performance.now() - startedAtMs
    const now = before === null ? null : processorMs(pid)
    return before === null || now === null ? passedMs : Math.min(passedMs, now - before + tickMs)
  }
}

/** A process that does not get on, although it would have had the time so often, hangs. */
const MOST_LOOKS = 10

/** Calls `late` once a process has worked for the limit by its clock, unless `stop()` comes first. */
export function startWorkDeadline(worked: () => number, limitMs: number, late: () => void): { stop(): void } {
  let timer: NodeJS.Timeout
  const leftMs = () => Math.max(1, limitMs - worked())
  const look = (looksLeft: number) => {
    timer = setTimeout(() => (looksLeft > 0 && leftMs() > 1 ? look(looksLeft - 1) : late()), leftMs())
  }
  look(MOST_LOOKS)
  return { stop: () => clearTimeout(timer) }
}
