import type { Command, EditorDocument, History } from '@pictable/editor'
import { createId } from './open-session.ts'
import type { EditorSession } from './session.ts'

/** What is changed live becomes a step once it rests for this long, and goes on as the same step. */
const REST_MS = 1000

/** Of which history, from which document, and as which step. */
interface Begun {
  readonly history: History
  readonly from: EditorDocument
  readonly step: { readonly merge: string; readonly atMs: number }
}

/** A change that is typed or dragged: one step, whose result is saved whenever it rests. */
export class LiveChange {
  #begun: Begun | undefined
  #pause: ReturnType<typeof setTimeout> | undefined
  readonly #session: EditorSession
  /** What steps of it are called, beside each one's own id. */
  readonly #name: string

  constructor(session: EditorSession, name: string) {
    this.#session = session
    this.#name = name
  }

  /** Replaces what was changed since it began: the command is made of the document of then. */
  update(commandFrom: (from: EditorDocument) => Command | undefined): boolean {
    const session = this.#session
    const before = this.#begun?.history === session.history ? this.#begun : undefined
    const step = before?.step ?? { merge: `${this.#name} ${createId()}`, atMs: Date.now() }
    if (!before || !session.history.isInGesture) session.begin(step)
    this.#begun = before ?? { history: session.history, from: session.history.committed, step }
    const command = commandFrom(this.#begun.from)
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => session.rest(), REST_MS)
    return command !== undefined && session.update(command)
  }

  done(): void {
    this.#finish(() => this.#session.history.isInGesture && this.#session.end())
  }

  /** Takes back what was changed since it began. */
  undo(): void {
    const session = this.#session
    this.#finish(({ step }) => {
      if (session.history.isInGesture) session.cancel()
      if (session.history.last?.merge === step.merge) session.undo()
    })
  }

  /** As long as the same history is shown. */
  #finish(how: (begun: Begun) => void): void {
    clearTimeout(this.#pause)
    const begun = this.#begun
    this.#begun = undefined
    if (begun?.history === this.#session.history) how(begun)
  }
}
