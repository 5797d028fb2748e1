import { type Applied, apply } from '#editor/document/apply.ts'
import type { Command, LayerId } from '#editor/document/command.ts'
import type { EditorDocument } from '#editor/document/document.ts'
import { measureBytes } from './measure-bytes.ts'
import { mergeInverses } from './merge-inverses.ts'

/** What can be undone or redone in one go. */
export interface Step {
  readonly command: Command
  /** Steps of the same kind that follow each other closely become one, such as typing into one property. */
  readonly merge?: string | undefined
  /** When it was made or last added to, in milliseconds. */
  readonly atMs: number
  readonly bytes: number
}

/** Everything that happened since a document was opened, as plain JSON: replaying it leads to the same document and steps. */
export type HistoryEntry =
  | { type: 'step'; command: Command; merge?: string | undefined; atMs: number }
  | { type: 'undo'; isForgotten?: boolean }
  | { type: 'redo' }

/** A history as plain JSON, to go on from after a reload. */
export interface StoredHistory {
  readonly document: EditorDocument
  readonly undo: readonly Step[]
  readonly redo: readonly Step[]
}

export interface HistoryLimits {
  /** Default: 1,000. */
  readonly maxSteps?: number
  /** Estimated memory of all steps. Default: 64 MB. */
  readonly maxBytes?: number
  /** Pause after which a step is not added to any more. Default: 1,000 ms. */
  readonly mergePauseMs?: number
}

/** A command and what it made of the document. */
interface Done {
  readonly command: Command
  readonly applied: Applied
}

interface GestureOptions {
  /** Gestures of one key and time become one step, however long one paused. */
  readonly merge?: string | undefined
  readonly atMs: number
}

export interface Moved {
  readonly document: EditorDocument
  /** What to select. */
  readonly select: readonly LayerId[]
}

/**
 * The document over time. A gesture (`begin`, `update`, `end`) is one step however often it is updated; `run` is a
 * gesture of one command.
 */
export class History {
  #document: EditorDocument
  #undo: Step[]
  #redo: Step[]
  #gesture: (GestureOptions & { readonly base: EditorDocument; done?: Done }) | undefined
  readonly #maxSteps: number
  readonly #maxBytes: number
  readonly #mergePauseMs: number
  readonly #record: (entry: HistoryEntry) => void

  /** `record` gets every entry right after it happened. */
  constructor(from: StoredHistory, limits: HistoryLimits = {}, record: (entry: HistoryEntry) => void = () => {}) {
    this.#document = from.document
    this.#undo = [...from.undo]
    this.#redo = [...from.redo]
    this.#maxSteps = limits.maxSteps ?? 1000
    this.#maxBytes = limits.maxBytes ?? 64 * 1024 * 1024
    this.#mergePauseMs = limits.mergePauseMs ?? 1000
    this.#record = record
  }

  /** A history that begins with a document. */
  static of(document: EditorDocument, limits?: HistoryLimits, record?: (entry: HistoryEntry) => void): History {
    return new History({ document, undo: [], redo: [] }, limits, record)
  }

  get document(): EditorDocument {
    return this.#document
  }

  /** Without the gesture that is under way. */
  get committed(): EditorDocument {
    return this.#gesture?.base ?? this.#document
  }

  get canUndo(): boolean {
    return this.#undo.length > 0 && !this.#gesture
  }

  get canRedo(): boolean {
    return this.#redo.length > 0 && !this.#gesture
  }

  get isInGesture(): boolean {
    return this.#gesture !== undefined
  }

  /** The step that would be undone next. */
  get last(): Step | undefined {
    return this.#undo.at(-1)
  }

  /** Number of steps that can be undone. */
  get depth(): number {
    return this.#undo.length
  }

  /** Begins a gesture; one that is open is ended as it is. */
  begin({ merge, atMs }: GestureOptions): void {
    this.end(atMs)
    this.#gesture = { base: this.#document, merge, atMs }
  }

  /**
   * Replaces what the gesture did so far: the command applies to the document as it was at `begin()`. Throws a
   * CommandError and leaves everything as it is when the command cannot be applied.
   */
  update(command: Command): Moved {
    if (!this.#gesture) throw new Error('update() needs begin()')
    const applied = apply(this.#gesture.base, command)
    this.#gesture.done = { command, applied }
    this.#document = applied.document
    return { document: applied.document, select: applied.touched }
  }

  /** Makes a step of the gesture, unless it changed nothing. */
  end(atMs: number): void {
    const gesture = this.#gesture
    this.#gesture = undefined
    if (!gesture?.done) return
    this.#commit(gesture.done, { merge: gesture.merge, atMs: gesture.merge === undefined ? atMs : gesture.atMs })
  }

  /** Takes back what the gesture did. */
  cancel(): void {
    if (this.#gesture) this.#document = this.#gesture.base
    this.#gesture = undefined
  }

  /** A step of one command. Throws a CommandError, and then nothing happened. */
  run(command: Command, { merge, atMs }: { merge?: string | undefined; atMs: number }): Moved {
    this.end(atMs)
    const applied = apply(this.#document, command)
    this.#commit({ command, applied }, { merge, atMs })
    return { document: this.#document, select: applied.touched }
  }

  /** Undefined when there is nothing to undo, or while a gesture is under way. */
  undo(): Moved | undefined {
    return this.#travel(this.#undo, this.#redo, { type: 'undo' })
  }

  redo(): Moved | undefined {
    return this.#travel(this.#redo, this.#undo, { type: 'redo' })
  }

  /** Undoes the last step for good, as if it had never been made. */
  forget(): Moved | undefined {
    return this.#travel(this.#undo, [], { type: 'undo', isForgotten: true })
  }

  /** Does again what was recorded. */
  replay(entries: Iterable<HistoryEntry>): void {
    for (const entry of entries) {
      if (entry.type === 'step') this.run(entry.command, entry)
      else if (entry.type === 'undo') entry.isForgotten ? this.forget() : this.undo()
      else this.redo()
    }
  }

  /** What was committed; a gesture that is under way is not part of it. */
  store(): StoredHistory {
    return { document: this.committed, undo: [...this.#undo], redo: [...this.#redo] }
  }

  #commit({ command, applied }: Done, { merge, atMs }: Pick<Step, 'merge' | 'atMs'>): void {
    const { document, inverse, isEmpty } = applied
    this.#document = document
    if (isEmpty) return
    const last = this.#undo.at(-1)
    const isSame =
      merge !== undefined && last?.merge === merge && this.#redo.length === 0 && atMs - last.atMs <= this.#mergePauseMs
    const undo = isSame && last ? mergeInverses(inverse, last.command) : inverse
    if (isSame) this.#undo.pop()
    this.#undo.push({ command: undo, merge, atMs, bytes: measureBytes(undo) })
    this.#redo = []
    this.#trim()
    this.#record({ type: 'step', command, merge, atMs })
  }

  #travel(from: Step[], to: Step[], entry: Exclude<HistoryEntry, { type: 'step' }>): Moved | undefined {
    const step = this.#gesture ? undefined : from.at(-1)
    if (!step) return undefined
    const { document, inverse, touched } = apply(this.#document, step.command)
    from.pop()
    to.push({ ...step, command: inverse, bytes: measureBytes(inverse) })
    this.#document = document
    // What was undone before it may need what it made.
    if (entry.type === 'undo' && entry.isForgotten) this.#redo = []
    this.#record(entry)
    return { document, select: touched }
  }

  /** Forgets the oldest steps beyond the limits; the latest one always stays. */
  #trim(): void {
    let bytes = this.#undo.reduce((sum, step) => sum + step.bytes, 0)
    let surplus = Math.max(0, this.#undo.length - this.#maxSteps)
    for (const [at, step] of this.#undo.entries()) {
      if (at >= surplus && bytes <= this.#maxBytes) break
      if (at === this.#undo.length - 1) break
      bytes -= step.bytes
      surplus = Math.max(surplus, at + 1)
    }
    if (surplus > 0) this.#undo.splice(0, surplus)
  }
}
