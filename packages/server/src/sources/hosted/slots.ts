interface Taker {
  isRead: boolean
  signal?: AbortSignal | undefined
}

/** Takes a slot, reading first. @returns how to give it back @throws the signal's reason */
export type TakeSlot = (taker: Taker) => Promise<() => void>

/** So many at once; who comes later waits for its turn. */
export function createSlots(count: number): TakeSlot {
  let free = count
  const reads = new Set<() => void>()
  const writes = new Set<() => void>()

  const release = () => {
    const queue = reads.size > 0 ? reads : writes
    const [next] = queue
    if (next === undefined) {
      free++
      return
    }
    queue.delete(next)
    next()
  }

  return async ({ isRead, signal }) => {
    signal?.throwIfAborted()
    if (free > 0) {
      free--
      return release
    }
    const queue = isRead ? reads : writes
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const start = () => resolve(release)
    const leave = () => {
      queue.delete(start)
      reject(signal?.reason)
    }
    queue.add(start)
    signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }
}
