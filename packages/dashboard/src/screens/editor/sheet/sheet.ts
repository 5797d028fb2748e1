import type { Frame } from '#dashboard/screens/editor/engine/engine.ts'
import { Retries } from '#dashboard/screens/editor/engine/retries.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { PreviewRecord } from '#dashboard/screens/editor/session/state.ts'
import { loadFew } from './few-loads.ts'
import { whenIdle } from './idle-time.ts'
import { factsOf, factsOfError, type TileFacts } from './tile-facts.ts'
import { type Pending, TileSchedule, type Version, type Work } from './tile-schedule.ts'
import { watchHand } from './watch-hand.ts'

type Values = PreviewRecord['values']

/** Pictures are decoded for few scales, so that a sheet whose height is dragged decodes them rarely. */
const pictureScale = (scale: number) => 2 ** Math.ceil(Math.log2(scale))

/** Keeps the tiles of a contact sheet as the design is, with the engine of the canvas. */
export class Sheet {
  readonly #session: EditorSession
  readonly #schedule: TileSchedule
  readonly #retries = new Retries(() => this.#retry())
  readonly #canvases = new Map<string, HTMLCanvasElement>()
  readonly #seen = new Set<string>()
  /** Records of which a file could not be loaded. */
  readonly #failing = new Set<string>()
  readonly #facts = new Map<string, TileFacts>()
  readonly #listeners = new Set<() => void>()
  readonly #ends: readonly (() => void)[]
  #records: readonly PreviewRecord[] = []
  #tileWidthPx = 0
  #last: readonly unknown[] = []

  constructor(session: EditorSession) {
    this.#session = session
    this.#schedule = new TileSchedule({
      now: () => performance.now(),
      whenIdle,
      later(run, ms) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      isSeen: (id) => this.#seen.has(id),
      draw: (work) => this.#draw(work),
      onSettled: () => {
        this.#retries.hear({ hasFailedLoads: this.#failing.size > 0 })
        this.#tell()
      },
    })
    this.#ends = [
      session.subscribe(() => this.#follow()),
      watchHand(session, (isAtWork) => {
        this.#schedule.isPaused = isAtWork
      }),
      () => this.#retries.end(),
      () => this.#schedule.stop(),
    ]
  }

  stop(): void {
    for (const end of this.#ends) end()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** undefined until it was drawn. The same object while nothing else is said. */
  factsOf(id: string): TileFacts | undefined {
    return this.#facts.get(id)
  }

  /** Each of these shows the design as it is. */
  hasDrawn(ids: readonly string[]): boolean {
    return this.#schedule.isSettled && ids.every((id) => this.#facts.has(id))
  }

  /** Shows records, in tiles of this width in CSS pixels. */
  show(records: readonly PreviewRecord[], tileWidthPx: number): void {
    this.#records = records
    this.#tileWidthPx = tileWidthPx
    const ids = new Set(records.map(({ record_id }) => record_id))
    for (const id of [...this.#facts.keys()]) if (!ids.has(id)) this.#facts.delete(id)
    for (const id of [...this.#failing]) if (!ids.has(id)) this.#failing.delete(id)
    this.#want()
    this.#tell()
  }

  /** Draws a record on this canvas from now on. Returns how to end that. */
  register(id: string, canvas: HTMLCanvasElement): () => void {
    this.#canvases.set(id, canvas)
    this.#want()
    return () => {
      this.#canvases.delete(id)
      this.#seen.delete(id)
      this.#want()
      // Some browsers keep its pixels until they collect garbage.
      canvas.width = 0
    }
  }

  setSeen(id: string, isSeen: boolean): void {
    if (isSeen) this.#seen.add(id)
    else this.#seen.delete(id)
  }

  #follow(): void {
    const { document, engine, pixelRatio, recordSource } = this.#session.state
    const parts = [document.design, engine, pixelRatio, recordSource]
    if (parts.every((part, at) => part === this.#last[at])) return
    this.#last = parts
    this.#want()
  }

  #want(): void {
    const { document, engine, pixelRatio, recordSource } = this.#session.state
    if (!engine || this.#tileWidthPx === 0) return
    const { design } = document
    const scale = (this.#tileWidthPx * pixelRatio) / design.width
    const wanted = this.#records.flatMap(({ record_id, values }): [string, Version][] => {
      const canvas = this.#canvases.get(record_id)
      return canvas ? [[record_id, [design, values, engine, scale, recordSource, canvas]]] : []
    })
    this.#schedule.want(new Map(wanted))
  }

  #retry(): void {
    for (const id of this.#failing) this.#schedule.again(id)
  }

  #valuesOf(id: string): Values | undefined {
    return this.#records.find(({ record_id }) => record_id === id)?.values
  }

  async #draw(work: Work): Promise<Pending> {
    const { id } = work
    const { document, engine, pixelRatio } = this.#session.state
    const { design } = document
    const values = this.#valuesOf(id)
    const canvas = this.#canvases.get(id)
    if (!engine || !values || !canvas) return {}
    const scale = (this.#tileWidthPx * pixelRatio) / design.width
    const { width, height } = design
    try {
      const load = loadFew(engine)
      const frame = await engine.layOut({ design, values, scale: pictureScale(scale), isPatient: false, load })
      await work.turn()
      if (!this.#schedule.isWanted(work)) return {}
      frame.draw(canvas, { x: 0, y: 0, width, height, scale })
      this.#hear(id, frame)
      return frame
    } catch (error) {
      if (this.#schedule.isWanted(work)) this.#say(id, factsOfError(error))
      return {}
    }
  }

  #hear(id: string, frame: Frame): void {
    if (frame.hasFailedLoads) this.#failing.add(id)
    else this.#failing.delete(id)
    this.#say(id, factsOf(this.#session.state, frame))
  }

  #say(id: string, facts: TileFacts): void {
    if (JSON.stringify(this.#facts.get(id)) === JSON.stringify(facts)) return
    this.#facts.set(id, facts)
    this.#tell()
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
