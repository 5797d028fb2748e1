/** Watches how long a thread keeps its event loop waiting. */
export interface ThreadWatch {
  /** The longest since the last call, in ms of CPU time: a busy machine changes nothing. */
  takeLongestMs(): number
  stop(): void
}

/** Begins to watch this thread. */
export function watchThread(): ThreadWatch {
  let last = process.threadCpuUsage()
  let longestMs = 0
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longestMs = Math.max(longestMs, (user + system) / 1000)
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
