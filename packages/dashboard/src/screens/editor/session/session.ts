import type { EditorState } from './state.ts'

/** The store of one open template. */
export class EditorSession {
  #state: EditorState
  readonly #listeners = new Set<() => void>()

  constructor(state: EditorState) {
    this.#state = state
  }

  get state(): EditorState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(change: Partial<EditorState>): void {
    const isSame = Object.entries(change).every(([key, value]) => Object.is(Reflect.get(this.#state, key), value))
    if (isSame) return
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}
