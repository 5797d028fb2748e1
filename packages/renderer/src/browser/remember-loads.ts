import { createBoundedCache } from '#renderer/caches/bounded-cache.ts'
import type { Load } from '#renderer/jobs/job.ts'

/** A source that failed is not asked for again in every frame. */
const RETRY_MS = 2000

/**
 * Loads each source once, also for many that ask at the same time, and keeps the bytes up to a bound. Those that something
 * else holds on to, such as an opened picture, are given again.
 */
export function rememberLoads(load: Load, maxBytes: number): Load {
  const loaded = createBoundedCache<string, Uint8Array>(maxBytes, ({ byteLength }) => byteLength)
  const held = new Map<string, WeakRef<Uint8Array>>()
  const loading = new Map<string, Promise<Uint8Array>>()

  /** Goes on when those that asked for it do not want it any longer: it is asked for again soon. */
  function begin(src: string): Promise<Uint8Array> {
    const work = load(src, { signal: new AbortController().signal })
    loading.set(src, work)
    work.then(
      (bytes) => {
        loaded.set(src, bytes)
        held.set(src, new WeakRef(bytes))
        loading.delete(src)
      },
      () => setTimeout(() => loading.delete(src), RETRY_MS),
    )
    return work
  }

  return (src, { signal }) => {
    const known = loaded.get(src) ?? held.get(src)?.deref()
    if (known) return Promise.resolve(known)
    signal.throwIfAborted()
    const work = loading.get(src) ?? begin(src)
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      work.then(resolve, reject)
    })
  }
}
