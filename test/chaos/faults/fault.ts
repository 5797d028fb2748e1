import type { Installation } from '#test/chaos/installation.ts'

/** What can go wrong, and how it ends. One more is one more entry in the list of a scene. */
export interface Fault {
  name: string
  begin(): Promise<unknown>
  end(): Promise<unknown>
  /** So many times as long as others it has to last to be felt. */
  lasts?: number
  /** Whether people are served as ever, beside what every fault is asked for. */
  isOver?(): Promise<boolean>
  /** What was not as it must be while it lasted, beside what the history tells. */
  wrong?(): string[]
}

/** Processes at work, and all that befalls them. */
export interface Scene {
  installation: Installation
  faults: readonly Fault[]
}

/** Says how to undo what it opens; null where this machine cannot have it. */
export type OpenScene = (records: number, closing: AsyncDisposableStack) => Promise<Scene | null>
