/** What one taker holds of a budget. */
export interface Share {
  /** Answers whether it holds so many bytes in all from now on; otherwise `granted` is called, later, when it does. */
  grow(bytes: number, granted: () => void): boolean
  /** Gives everything back, and waits for nothing any more. */
  release(): void
}

/** Bytes that many share, none of whom knows how many it will need, only how many at most. */
export interface ByteBudget {
  /** For one that needs `mostBytes` at most. Whoever opened its share first goes first. */
  open(mostBytes: number): Share
  /** Counts what is there anyway, room or not, until what it answers is called. */
  hold(bytes: number): () => void
  /** How long in all somebody has had to wait. */
  waitedMs(): number
}

interface Account {
  readonly mostBytes: number
  heldBytes: number
  waiting: { bytes: number; granted: () => void } | undefined
}

/**
 * What is granted always leaves enough for the oldest to come to its end, and then, with what that gives back, for each
 * after it: so nobody waits forever, although each holds what it has while it waits for more.
 */
export function createByteBudget(totalBytes: number, nowMs: () => number): ByteBudget {
  const accounts = new Set<Account>()
  let waitedMs = 0
  let waitingSinceMs: number | undefined

  function isSafe(): boolean {
    let freeBytes = totalBytes
    for (const { heldBytes } of accounts) freeBytes -= heldBytes
    for (const { heldBytes, mostBytes } of accounts) {
      if (mostBytes - heldBytes > freeBytes) return false
      freeBytes += heldBytes
    }
    return true
  }

  function take(account: Account, bytes: number): boolean {
    const before = account.heldBytes
    account.heldBytes = bytes
    if (isSafe()) return true
    account.heldBytes = before
    return false
  }

  function serve(): void {
    for (const account of accounts) {
      const { waiting } = account
      if (waiting === undefined || !take(account, waiting.bytes)) continue
      account.waiting = undefined
      waiting.granted()
    }
    countWait()
  }

  function countWait(): void {
    const isContended = [...accounts].some(({ waiting }) => waiting !== undefined)
    if (isContended) waitingSinceMs ??= nowMs()
    else {
      waitedMs += waitingMs()
      waitingSinceMs = undefined
    }
  }

  /** Later: what releases may be in the middle of its work, and what it held may be held by the next one at once. */
  function release(account: Account): void {
    if (accounts.delete(account)) setImmediate(serve)
  }

  const waitingMs = () => (waitingSinceMs === undefined ? 0 : nowMs() - waitingSinceMs)

  return {
    open(mostBytes) {
      if (mostBytes > totalBytes) throw new RangeError(`${mostBytes} bytes exceed the budget`)
      const account: Account = { mostBytes, heldBytes: 0, waiting: undefined }
      accounts.add(account)
      return {
        grow(bytes, granted) {
          if (take(account, bytes)) return true
          account.waiting = { bytes, granted }
          countWait()
          return false
        },
        release: () => release(account),
      }
    },
    hold(bytes) {
      const account: Account = { mostBytes: bytes, heldBytes: bytes, waiting: undefined }
      accounts.add(account)
      return () => release(account)
    },
    waitedMs: () => waitedMs + waitingMs(),
  }
}
