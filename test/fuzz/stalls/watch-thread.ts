/** Watches how long a thread keeps its event loop waiting. */
export interface ThreadWatch {
  /** The longest since the last call, in ms of CPU time: a busy machine changes nothing. */
  takeLongestMs(): number
  stop(): void
}

/** Begins to watch this thread. Each turn of its event loop is reported to `onTurn`. */
export function watchThread(onTurn: (ms: number) => void = () => {}): ThreadWatch {
  let last = process.threadCpuUsage()
  let longestMs = 0
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    const ms = (user + system) / 1000
    longestMs = Math.max(longestMs, ms)
    onTurn(ms)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, 1)
  return {
    takeLongestMs() {
      look()
      const taken = longestMs
      longestMs = 0
      return taken
    },
    stop: () => clearInterval(timer),
  }
}
