/** What a tile shows. While each part is the same, so is its picture. */
export type Version = readonly unknown[]

/** One piece of work: what the tile is to show, and what is asked before each step that takes a while. */
export interface Work {
  readonly id: string
  readonly version: Version
  /** Settles when there is time for the next step. */
  turn(): Promise<void>
}

/** Settles when what a tile lacks is there, or known to be missing; undefined when it lacks nothing. */
export interface Pending {
  readonly pending?: Promise<void> | undefined
}

/** What of it depends on where it runs. */
export interface ScheduleHost {
  now(): number
  /** Runs something when nothing else has to be done, and says how much time there is. Returns how to give it up. */
  whenIdle(run: (leftMs: number) => void): () => void
  /** Runs something after some time. Returns how to give it up. */
  later(run: () => void, ms: number): () => void
  isSeen(id: string): boolean
  /** Draws a tile, unless it is wanted no longer. Says what it waits for: then it is worth drawing again. */
  draw(work: Work): Promise<Pending>
  /** Everything is drawn that is wanted. */
  onSettled(): void
}

/** The page answers nothing for this time. One step may take longer: then it is all that a slice does. */
const SLICE_MS = 8
/** After a change another one often follows at once, as of a key that is held: what is begun before is for nothing. */
const QUIET_MS = 120

/** So often in a row a tile is drawn at once when what it lacked is there; then less and less often. */
const AT_ONCE_TIMES = 5
const MAX_WAIT_MS = 30_000

const isSame = (one: Version | undefined, other: Version | undefined) =>
  one?.length === other?.length && one?.every((part, at) => Object.is(part, other?.[at])) === true

/** Draws tiles one after the other in the time that nothing else needs: those that are seen first, then those that are oldest. */
export class TileSchedule {
  readonly #host: ScheduleHost
  #wanted: ReadonlyMap<string, Version> = new Map()
  /** What was drawn, the oldest first. */
  readonly #drawn = new Map<string, Version>()
  readonly #loading = new Set<string>()
  /** How often in a row a tile was drawn and lacked something. */
  readonly #lateTimes = new Map<string, number>()
  #isRunning = false
  #isStopped = false
  #isPaused = false
  #sliceEndsAt = Number.NEGATIVE_INFINITY
  #giveUp: (() => void) | undefined
  #giveUpQuiet: (() => void) | undefined
  #waiting: (() => void) | undefined

  constructor(host: ScheduleHost) {
    this.#host = host
  }

  /** Replaces what is wanted, in the order of the sheet. What was asked for before and is not drawn yet is not drawn any more. */
  want(wanted: ReadonlyMap<string, Version>): void {
    if (this.#isStopped) return
    const isChange = [...wanted].some(([id, version]) => this.#wanted.has(id) && !this.isWanted({ id, version }))
    this.#wanted = wanted
    if (isChange) {
      this.#lateTimes.clear()
      this.#beQuiet()
    }
    for (const id of [...this.#drawn.keys()]) if (!wanted.has(id)) this.#forget(id)
    this.#start()
  }

  /** Draws it again: a file that it lacked is there. */
  again(id: string): void {
    const drawn = this.#drawn.get(id)
    // In its place: others are not older because of it.
    if (drawn) this.#drawn.set(id, [])
    this.#start()
  }

  #forget(id: string): void {
    this.#drawn.delete(id)
    this.#loading.delete(id)
    this.#lateTimes.delete(id)
  }

  isWanted({ id, version }: Pick<Work, 'id' | 'version'>): boolean {
    return isSame(this.#wanted.get(id), version)
  }

  /** Nothing is left to draw, nor on its way. */
  get isSettled(): boolean {
    return this.#loading.size === 0 && [...this.#wanted].every(([id, version]) => isSame(this.#drawn.get(id), version))
  }

  /** While a pointer is down, for example, not even a step is begun. */
  set isPaused(isPaused: boolean) {
    this.#isPaused = isPaused
    if (isPaused) this.#endSlice()
    else this.#goOn()
  }

  stop(): void {
    this.#isStopped = true
    this.#wanted = new Map()
    this.#waiting = undefined
    this.#giveUpQuiet?.()
    this.#endSlice()
  }

  #beQuiet(): void {
    this.#giveUpQuiet?.()
    this.#giveUpQuiet = this.#host.later(() => {
      this.#giveUpQuiet = undefined
      this.#goOn()
    }, QUIET_MS)
    this.#endSlice()
  }

  #endSlice(): void {
    this.#giveUp?.()
    this.#giveUp = undefined
    this.#sliceEndsAt = Number.NEGATIVE_INFINITY
  }

  #goOn(): void {
    if (this.#waiting && !this.#isHeld) this.#ask()
  }

  get #isHeld(): boolean {
    return this.#isPaused || this.#giveUpQuiet !== undefined
  }

  #start(): void {
    if (!this.#isRunning && !this.#isStopped && this.#next() !== undefined) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (;;) {
      await this.#turn()
      const id = this.#next()
      const version = id === undefined ? undefined : this.#wanted.get(id)
      if (id === undefined || version === undefined) break
      const work = { id, version, turn: () => this.#turn() }
      // A tile that was given up is drawn as it is wanted now.
      const { pending } = await this.#host.draw(work)
      if (this.#isStopped) return
      if (this.isWanted(work)) this.#note(work, pending)
    }
    this.#isRunning = false
    // What is wanted next is asked for by others, such as a key: not in its time.
    this.#sliceEndsAt = Number.NEGATIVE_INFINITY
    if (this.isSettled) this.#host.onSettled()
  }

  #note({ id, version }: Work, pending: Promise<void> | undefined): void {
    this.#drawn.delete(id)
    this.#drawn.set(id, version)
    if (pending) {
      this.#loading.add(id)
      // It may be settled already.
      void pending.then(() => this.#arrived(id))
    } else {
      this.#loading.delete(id)
      this.#lateTimes.delete(id)
    }
  }

  #arrived(id: string): void {
    if (!this.#loading.delete(id)) return
    const times = (this.#lateTimes.get(id) ?? 0) + 1
    this.#lateTimes.set(id, times)
    // What is late again each time would be drawn without end.
    if (times <= AT_ONCE_TIMES) this.again(id)
    else this.#host.later(() => this.again(id), Math.min(MAX_WAIT_MS, 10 * 2 ** times))
  }

  /** Those that are seen first, of these the one that was drawn longest ago, or never. */
  #next(): string | undefined {
    const ages = new Map([...this.#drawn.keys()].map((id, age) => [id, age] as const))
    let best: { id: string; rank: number } | undefined
    for (const [id, version] of this.#wanted) {
      if (isSame(this.#drawn.get(id), version)) continue
      const rank = (this.#host.isSeen(id) ? 0 : this.#wanted.size + 1) + (ages.get(id) ?? -1)
      if (best === undefined || rank < best.rank) best = { id, rank }
    }
    return best?.id
  }

  #turn(): Promise<void> {
    if (!this.#isHeld && this.#host.now() < this.#sliceEndsAt) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.#goOn()
    })
  }

  #ask(): void {
    this.#giveUp ??= this.#host.whenIdle((leftMs) => {
      this.#giveUp = undefined
      this.#sliceEndsAt = this.#host.now() + Math.min(SLICE_MS, leftMs)
      const go = this.#waiting
      this.#waiting = undefined
      go?.()
    })
  }
}
