import { client } from '#dashboard/api/client.ts'
import type { DraftState as SharedDraft } from '#dashboard/api/types.ts'
import { createId } from '#dashboard/screens/editor/session/open-session.ts'
import { HAS_LOCKS, TabLock } from './tab-lock.ts'

/** A lease lasts 15 s. */
const RENEW_MS = 5000
const ASK_MS = 500

type Editor = { readonly session: string; readonly name: string } | null

interface LeaseOptions {
  readonly params: { id: string }
  /** Of the lock between the tabs of this browser. */
  readonly key: string
  /** Whether this tab would edit if it could. */
  readonly isWanted: () => boolean
  /** Whether nothing else is on its way to the server. */
  readonly isIdle: () => boolean
  /** The lease became this tab's without being asked for: read the draft again. */
  readonly onGranted: () => void
  readonly onState: (state: SharedDraft) => void
  /** By another tab when `who` is null. */
  readonly onAsked: (who: string | null) => void
  readonly onLost: () => void
}

/** The right to edit a template: of one tab in this browser by a lock, of one browser at a time by a lease of the server. */
export class DraftLease {
  readonly #options: LeaseOptions
  readonly #lock: TabLock
  #timer: ReturnType<typeof setInterval> | undefined
  #session = createId()
  #isHeld = false
  #isTaking = false
  #askedBy: 'tab' | 'editor' | undefined
  #renewedAtMs = 0
  #isClosed = false

  constructor(options: LeaseOptions) {
    this.#options = options
    this.#lock = new TabLock(`pictable.edit.${options.key}`, {
      onGranted: options.onGranted,
      onLost: () => {
        this.#isHeld = false
        options.onLost()
      },
      onAsked: () => {
        this.#askedBy = 'tab'
        options.onAsked(null)
      },
    })
  }

  /** What the server knows this browser by. */
  get session(): string {
    return this.#session
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  /** This tab asked to take over and waits. */
  get isTaking(): boolean {
    return this.#isTaking
  }

  isOurs(editor: Editor): boolean {
    return this.#isHeld && editor?.session === this.#session
  }

  /** Who edits in place of this tab; null: another tab of this browser. */
  nameOf(editor: Editor): string | null {
    return editor === null || editor.session === this.#session ? null : editor.name
  }

  /** Claims the lease if it is free. `known` is the session with which this browser edited before. */
  async claim(known: () => Promise<string | undefined>): Promise<boolean> {
    this.#timer ??= setInterval(() => void this.#renew(), RENEW_MS)
    addEventListener('pagehide', this.#leavePage)
    const isFirst = await this.#lock.acquire()
    const before = await known()
    // Without a lock between tabs, another one may use it.
    if (before !== undefined && HAS_LOCKS) this.#session = before
    if (!isFirst) return false
    return this.#ask(false)
  }

  /** Asks until the lease is this tab's: the other session saves first. */
  async takeOver(): Promise<void> {
    if (this.#isTaking) return
    this.#isTaking = true
    try {
      await this.#lock.takeOver()
      while (this.#isTaking && !(await this.#ask(true).catch(() => false))) {
        await new Promise((resolve) => setTimeout(resolve, ASK_MS))
      }
    } finally {
      this.#isTaking = false
    }
    if (!this.#isClosed) this.#options.onGranted()
  }

  /** Someone asked for it. */
  ask(who: string): void {
    this.#askedBy = 'editor'
    this.#options.onAsked(who)
  }

  /** Everything is saved: the one that asked gets it. */
  async handOver(): Promise<void> {
    this.#isHeld = false
    if (this.#askedBy === 'tab') this.#lock.handOver()
    else await this.#release()
    this.#askedBy = undefined
  }

  renewed(): void {
    this.#renewedAtMs = Date.now()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    removeEventListener('pagehide', this.#leavePage)
    const isKnown = this.#isHeld || this.#isTaking
    this.#isTaking = false
    this.#isHeld = false
    if (isKnown) await this.#release()
    this.#lock.close()
  }

  async #ask(takeOver: boolean): Promise<boolean> {
    const state = await client.drafts.claim({
      params: this.#options.params,
      body: { session: this.#session, take_over: takeOver },
    })
    this.renewed()
    this.#isHeld = state.editing?.session === this.#session
    return this.#isHeld
  }

  async #release(): Promise<void> {
    const { params } = this.#options
    await client.drafts.release({ params, query: { session: this.#session } }).catch(() => {})
  }

  /** The next page of this browser edits in the same session; only what it could not use is given back. */
  readonly #leavePage = (): void => {
    if (!this.#isTaking && (HAS_LOCKS || !this.#isHeld)) return
    const { id } = this.#options.params
    void fetch(`/v1/templates/${id}/draft/lease?session=${this.#session}`, { method: 'DELETE', keepalive: true })
  }

  /** The lease may be free. */
  async retry(): Promise<void> {
    this.#renewedAtMs = 0
    await this.#renew()
  }

  /** Keeps the lease, or gets it once it is free. */
  async #renew(): Promise<void> {
    const { params, isWanted, isIdle, onGranted, onState } = this.#options
    const isFresh = Date.now() - this.#renewedAtMs < RENEW_MS - 500
    if (!isWanted() || !isIdle() || isFresh || this.#isTaking || !this.#lock.isHeld) return
    if (document.hidden && !this.#isHeld) return
    const wasHeld = this.#isHeld
    const state = await client.drafts.claim({ params, body: { session: this.#session } }).catch(() => null)
    if (!state) return
    this.renewed()
    const isHeld = state.editing?.session === this.#session
    this.#isHeld = isHeld
    if (isHeld && !wasHeld) onGranted()
    else onState(state)
  }
}
