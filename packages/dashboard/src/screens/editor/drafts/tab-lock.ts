/** Only pages served over HTTPS, or by the machine itself, have them. */
export const HAS_LOCKS = 'locks' in navigator

/** Time for the tab that edits to save before another one takes over. */
const HAND_OVER_MS = 3000

interface Listeners {
  /** The lock is this tab's: the other one was closed. */
  onGranted: () => void
  /** Another tab took it. */
  onLost: () => void
  /** Another tab asks for it. */
  onAsked: () => void
}

/**
 * Which tab of a browser edits a template. Where there are no locks (the page is not served over HTTPS), every tab may:
 * the lease of the server decides.
 */
export class TabLock {
  readonly #name: string
  readonly #listeners: Listeners
  readonly #channel: BroadcastChannel | undefined
  #release: (() => void) | undefined
  #queue: AbortController | undefined
  #isClosed = false

  constructor(name: string, listeners: Listeners) {
    this.#name = name
    this.#listeners = listeners
    if (typeof BroadcastChannel === 'undefined') return
    this.#channel = new BroadcastChannel(name)
    this.#channel.addEventListener('message', () => this.isHeld && listeners.onAsked())
  }

  get isHeld(): boolean {
    return this.#release !== undefined || !HAS_LOCKS
  }

  /** Whether it is this tab's now. If not, this tab is next in the queue. */
  async acquire(): Promise<boolean> {
    if (this.isHeld || (await this.#request({ ifAvailable: true }))) return true
    void this.#wait()
    return false
  }

  /** Asks the other tab to save and let go; one that does not answer loses it. */
  async takeOver(): Promise<void> {
    if (this.isHeld) return
    this.#queue?.abort()
    const queue = new AbortController()
    this.#queue = queue
    const timer = setTimeout(() => queue.abort(), HAND_OVER_MS)
    this.#channel?.postMessage('hand over')
    const isGranted = await this.#request({ signal: queue.signal })
    clearTimeout(timer)
    if (!isGranted && !this.#isClosed) await this.#request({ steal: true })
  }

  /** Gives it to the tab that asked, and waits in the queue again. */
  handOver(): void {
    this.#release?.()
    if (HAS_LOCKS) setTimeout(() => void this.#wait(), HAND_OVER_MS)
  }

  close(): void {
    this.#isClosed = true
    this.#queue?.abort()
    this.#release?.()
    this.#channel?.close()
  }

  async #wait(): Promise<void> {
    if (this.#isClosed || this.isHeld) return
    const queue = new AbortController()
    this.#queue = queue
    if (await this.#request({ signal: queue.signal })) this.#listeners.onGranted()
  }

  /** Resolves once the lock is held, or will not be. */
  #request(options: LockOptions): Promise<boolean> {
    return new Promise((resolve) => {
      const hold = async (lock: Lock | null) => {
        resolve(lock !== null && !this.#isClosed)
        if (lock === null || this.#isClosed) return
        await new Promise<void>((release) => {
          this.#release = release
        })
        this.#release = undefined
      }
      navigator.locks.request(this.#name, options, hold).catch(() => {
        resolve(false)
        if (this.#release === undefined) return
        this.#release = undefined
        this.#listeners.onLost()
      })
    })
  }
}
