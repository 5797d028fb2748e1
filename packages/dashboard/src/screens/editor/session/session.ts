import {
  type Command,
  CommandError,
  History,
  type HistoryEntry,
  idOfName,
  type LaidOut,
  layerAt,
  type Moved,
  normalizeSelection,
  parentOf,
  type StoredHistory,
} from '@pictable/editor'
import { fetched } from '#dashboard/api/lazily.ts'
import { toast } from '#dashboard/api/toast.ts'
import { afterPaint } from '#dashboard/screens/editor/engine/after-paint.ts'
import { laidOutOf } from './laid-out.ts'
import type { EditorState } from './state.ts'

/** What a change of the document needs to know beside its command. */
interface RunOptions {
  /** Steps of one kind that follow each other closely become one, such as arrow keys. */
  readonly merge?: string
  /** What the command touched is selected; default: only new layers are, by the command itself. */
  readonly select?: boolean
}

/** Few changes cannot be applied: their words are no part of the first load. */
async function sayWhy(error: CommandError): Promise<void> {
  const { commandWords } = await fetched(() => import('#dashboard/screens/editor/properties/command-words.ts'))
  toast.failed(commandWords(error))
}

/** The store of one open template: what is shown, and every change of it. */
export class EditorSession {
  #state: EditorState
  #history: History
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<() => void>()
  #callOff: (() => void) | undefined
  readonly #entryListeners = new Set<(entry: HistoryEntry) => void>()

  constructor(state: EditorState) {
    this.#state = state
    this.#history = this.#historyOf({ document: state.document, undo: [], redo: [] })
  }

  get state(): EditorState {
    return this.#state
  }

  get history(): History {
    return this.#history
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** As `subscribe`, but what the pointer holds is told once a frame, after that frame. */
  readonly subscribeAfterPaint = (listener: () => void): (() => void) => {
    this.#followers.add(listener)
    return () => this.#followers.delete(listener)
  }

  /** Calls the listener after every step, undo and redo. Returns how to stop. */
  onEntry(listener: (entry: HistoryEntry) => void): () => void {
    this.#entryListeners.add(listener)
    return () => this.#entryListeners.delete(listener)
  }

  /** Goes on from another history, such as that of an earlier visit; what is still there stays selected. */
  open(stored: StoredHistory): void {
    const { document, selection } = this.#state
    this.#history = this.#historyOf(stored)
    // An earlier visit gave other ids: names tell what is the same.
    const select = selection.flatMap((id) => {
      const name = layerAt(document, id)?.name
      return (name !== undefined && idOfName(stored.document, name)) || []
    })
    this.#show({ document: stored.document, select }, true)
  }

  #historyOf(stored: StoredHistory): History {
    return new History(stored, {}, (entry) => {
      for (const listener of [...this.#entryListeners]) listener(entry)
    })
  }

  set(change: Partial<EditorState>): void {
    const isSame = Object.entries(change).every(([key, value]) => Object.is(Reflect.get(this.#state, key), value))
    if (isSame) return
    const { isHolding } = this.#state
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
    if (this.#followers.size === 0) return
    if (isHolding || this.#state.isHolding) this.#callOff ??= afterPaint(this.#tellFollowers)
    else this.#tellFollowers()
  }

  readonly #tellFollowers = (): void => {
    this.#callOff?.()
    this.#callOff = undefined
    for (const listener of [...this.#followers]) listener()
  }

  /** Boxes as laid out, which commands take along. */
  get laidOut(): LaidOut {
    return laidOutOf(this.#state)
  }

  /** One change, one step to undo. What cannot be done says why and changes nothing; the answer is whether it was done. */
  run(command: Command, { merge, select = false }: RunOptions = {}): boolean {
    if (this.#state.readOnly !== null) return false
    return this.#try(() => {
      const moved = this.#history.run(command, { merge, atMs: Date.now() })
      this.#show(moved, select)
    })
  }

  /** Begins a change that goes on, such as a drag or a slider: one step however often it is updated. */
  begin(step: { readonly merge?: string; readonly atMs: number } = { atMs: Date.now() }): void {
    this.#history.begin(step)
  }

  /**
   * Replaces what the change under way did so far: commands apply to the document as it was at its beginning. Nothing
   * happens once it was ended by something else, such as another draft that is shown.
   */
  update(command: Command, { select = false }: Pick<RunOptions, 'select'> = {}): boolean {
    if (this.#state.readOnly !== null || !this.#history.isInGesture) return false
    return this.#try(() => this.#show(this.#history.update(command), select))
  }

  end(): void {
    this.#history.end(Date.now())
    this.#show({ document: this.#history.document, select: [] }, false)
  }

  /** Ends a change that no pointer holds, such as a number that is typed: what is seen gets saved. */
  rest(): void {
    if (!this.#state.isHolding && this.#history.isInGesture) this.end()
  }

  /** Takes back what the change under way did. */
  cancel(): void {
    this.#history.cancel()
    this.#show({ document: this.#history.document, select: [] }, false)
  }

  undo(): void {
    if (this.#state.readOnly === null) this.#travel(this.#history.undo())
  }

  redo(): void {
    if (this.#state.readOnly === null) this.#travel(this.#history.redo())
  }

  /** Undoes the last step for good. @returns whether there was one */
  forget(): boolean {
    return this.#state.readOnly === null && this.#travel(this.#history.forget())
  }

  #travel(moved: Moved | undefined): boolean {
    if (!moved) return false
    // Of several that are selected, some may have stayed as they were: all stay selected.
    this.#show(moved, !moved.select.every((id) => this.#state.selection.includes(id)))
    return true
  }

  #try(change: () => void): boolean {
    try {
      change()
      return true
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      void sayWhy(error)
      return false
    }
  }

  /** What was removed is no longer selected, nor the level on which layers are. */
  #show({ document, select }: Moved, isSelecting: boolean): void {
    const wanted = isSelecting && select.length > 0 ? select : this.#state.selection
    const selection = normalizeSelection(document, wanted)
    const isSame =
      selection.length === this.#state.selection.length && selection.every((id) => this.#state.selection.includes(id))
    const [first] = selection
    const { entered: before, record } = this.#state
    const isOtherSample = document.sample !== this.#state.document.sample
    const still = before !== null && layerAt(document, before) ? before : null
    const entered = isSame ? still : first === undefined ? null : parentOf(document, first)
    this.set({
      document,
      ...(isOtherSample && record === null && { values: document.sample }),
      canUndo: this.#history.canUndo,
      canRedo: this.#history.canRedo,
      entered,
      ...(!isSame && { selection }),
    })
  }
}
