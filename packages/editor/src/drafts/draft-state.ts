/** Whether edits may be made, and where they go. */
export type Mode =
  | { readonly name: 'opening' }
  | { readonly name: 'editing' }
  /** Someone else edits, or (`who` is null) another tab of this browser; this session shows what they do. */
  | { readonly name: 'following'; readonly who: string | null }
  /** The draft, or a version that was pushed, is not what these edits began with: the user merges them. */
  | { readonly name: 'conflict'; readonly with: 'draft' | 'version' }
  /** A newer release saved the draft, with parts that this one would drop: nothing is saved any more. */
  | { readonly name: 'unreadable' }
  /** The template was deleted. */
  | { readonly name: 'gone' }

/** How the edits of one session become the draft of a template. Edits are numbered from 1 as they are made. */
export interface DraftState {
  readonly mode: Mode
  /** The last edit that was made, that is in the journal of this browser, and that the server has. */
  readonly made: number
  readonly journaled: number
  readonly saved: number
  /** The edit that a request on its way saves. */
  readonly inFlight: number | null
  /** Of the draft on the server that the next save replaces. */
  readonly revision: number
  /** Of the template, from which the draft began. */
  readonly baseVersion: number
  /** Whether the draft differs from its base version. */
  readonly hasChanges: boolean
  readonly isOnline: boolean
  readonly isSignedOut: boolean
  /** The journal cannot be written, for instance in a private window: edits go to the server only. */
  readonly isJournalBroken: boolean
  /** A timer runs, after which the next save is sent. */
  readonly isWaiting: boolean
  /** Saves that failed in a row. */
  readonly failures: number
  /** Why the server does not accept the design, until the next edit. */
  readonly rejection: string | null
  readonly publish: { readonly note: string; readonly isSent: boolean } | null
  /** Who asked to take over: they get the lease once everything is saved. */
  readonly handOver: { readonly who: string | null } | null
}

/** A draft as the server has it. */
export interface ServerDraft {
  readonly revision: number
  readonly baseVersion: number
  readonly hasChanges: boolean
}

/** What a journal of this browser says about edits that the server did not confirm. */
export interface Journal extends Pick<ServerDraft, 'revision' | 'baseVersion'> {
  /** Number of these edits. */
  readonly unsaved: number
}

export type SaveFailure =
  /** No answer. */
  | { readonly reason: 'network' }
  /** An answer that is worth another attempt: 429 or 5xx. */
  | { readonly reason: 'busy' }
  | { readonly reason: 'signed-out' }
  /** 409: someone else has the lease. */
  | { readonly reason: 'in-use'; readonly who: string | null }
  /** 412: the draft has another revision. `own` is that revision when it holds what was sent, so that only the answer was lost. */
  | { readonly reason: 'stale'; readonly own: number | null }
  /** 400 or 422. */
  | { readonly reason: 'rejected'; readonly message: string }
  | { readonly reason: 'gone' }

export type DraftEvent =
  /**
   * Draft, lease and journal are read. `latestVersion` is that of the template. Unless it was editing, the session shows
   * the draft itself, or what the journal makes of it.
   */
  | {
      type: 'opened'
      draft: ServerDraft
      latestVersion: number
      editing: 'this' | 'no one' | { who: string | null }
      journal: Journal | null
    }
  /** A draft was read that this release does not know all parts of. */
  | { type: 'unreadable' }
  | { type: 'edited' }
  | { type: 'journaled'; edit: number }
  | { type: 'journal-broken' }
  | { type: 'waited' }
  | { type: 'saved'; revision: number; hasChanges: boolean }
  | { type: 'save-failed'; failure: SaveFailure }
  | { type: 'online' }
  | { type: 'offline' }
  | { type: 'signed-in' }
  /** The machine slept, or the tab was frozen: the lease may be someone else's. */
  | { type: 'resumed' }
  /** The draft changed, by another session. */
  | { type: 'draft-changed'; who: string | null; draft: ServerDraft }
  | { type: 'take-over' }
  /** Another session asks to take over; null: another tab of this browser. */
  | { type: 'asked'; who: string | null }
  /** A version was saved by other means, such as a push. */
  | { type: 'version-pushed'; version: number }
  /** The draft was read as `reload` asked. */
  | { type: 'reloaded'; draft: ServerDraft }
  /** The user merged; the result counts as an edit. */
  | { type: 'merged'; draft: ServerDraft; baseVersion: number }
  /** The user dropped the edits of this session. */
  | { type: 'discarded'; draft: ServerDraft }
  | { type: 'publish'; note: string }
  /** The user no longer waits for it. */
  | { type: 'publish-cancelled' }
  | { type: 'published'; version: number; revision: number }
  | { type: 'publish-failed'; failure: SaveFailure }

/** What the shell does. */
export type DraftEffect =
  /** Write the edit into the journal of this browser, then say `journaled`. */
  | { type: 'journal'; edit: number }
  /** Do the edits of the journal again, on the draft; they count as made. */
  | { type: 'replay' }
  /** Say `waited` after this time; a timer that runs is replaced. */
  | { type: 'wait'; ms: number }
  /** Send the present design as the draft. */
  | { type: 'save'; edit: number; revision: number; baseVersion: number }
  /** The journal begins with what the server has now. */
  | { type: 'mark-journal'; edit: number; revision: number; baseVersion: number }
  /** Show the draft that the event came with, before any other event. */
  | { type: 'show' }
  /** Read the draft, then say `reloaded`. */
  | { type: 'reload' }
  /** Ask for the lease until it is this session's, then say `opened`: the other session saves first. */
  | { type: 'claim' }
  /** Give the lease to the session that asked. */
  | { type: 'release' }
  /** Read draft and lease again, and say `opened`. */
  | { type: 'reopen' }
  | { type: 'merge'; with: 'draft' | 'version' }
  | { type: 'sign-in' }
  | { type: 'publish'; note: string; revision: number }

/** What the top bar says. */
export type DraftStatus =
  | 'opening'
  | 'saved'
  | 'saving'
  | 'offline'
  | 'signed-out'
  | 'rejected'
  | 'following'
  | 'conflict'
  | 'unreadable'
  | 'gone'

export const OPENING: DraftState = {
  mode: { name: 'opening' },
  made: 0,
  journaled: 0,
  saved: 0,
  inFlight: null,
  revision: 0,
  baseVersion: 0,
  hasChanges: false,
  isOnline: true,
  isSignedOut: false,
  isJournalBroken: false,
  isWaiting: false,
  failures: 0,
  rejection: null,
  publish: null,
  handOver: null,
}

export function hasUnsaved({ made, saved }: DraftState): boolean {
  return made > saved
}

export function statusOf(state: DraftState): DraftStatus {
  if (state.mode.name !== 'editing') return state.mode.name
  if (state.isSignedOut) return 'signed-out'
  if (!state.isOnline || state.failures > 1) return hasUnsaved(state) || !state.isOnline ? 'offline' : 'saving'
  if (state.rejection !== null) return 'rejected'
  return hasUnsaved(state) ? 'saving' : 'saved'
}
