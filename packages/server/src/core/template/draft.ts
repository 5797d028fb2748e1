/** An open editor: one tab of a browser, or one program. */
export interface Editor {
  /** What it saves with. Made by `sessionOf()`. */
  session: string
  /** Of its user or API key. */
  name: string
}

/**
 * The session of an editor: what it chose, behind the id of its user or API key. Everyone who reads the draft sees the
 * choice, so that alone must not be enough to save in the editor's place.
 */
export function sessionOf(callerId: string, chosen: string): string {
  return `${callerId}/${chosen}`
}

/** What the editor chose, as everyone may see it. */
export const chosenOf = (session: string) => session.slice(session.lastIndexOf('/') + 1)

const callerOf = (session: string) => session.slice(0, session.lastIndexOf('/'))

/** What is being edited in a template and is no version yet. There is one per template. */
export interface Draft {
  templateId: string
  /** Counts the changes of the draft, also when it is discarded or published. 0: nothing was ever saved. */
  revision: number
  /**
   * The version that the design is a change of, and the design as it is stored: it may be one that only a newer release
   * knows. null without a change.
   */
  change: { baseVersion: number; design: Record<string, unknown> } | null
  /** The one editor that may save, until its lease ends. */
  editing: (Editor & { until: Date }) | null
  /** The editor that asked to take over. */
  waiting: (Editor & { since: Date }) | null
  updatedAt: Date | null
  /** Name of the user or API key that saved last. */
  updatedBy: string | null
}

/** Without a save or renewal the lease ends after this time. */
export const leaseMs = 15_000
/** Time for the editor that holds the lease to save before another one takes over. */
export const handOverMs = 3000

/** The editor that holds the lease; a lease that ends later than any lasts was written by a clock that was ahead. */
export function editorOf({ editing }: Pick<Draft, 'editing'>, now: Date): Draft['editing'] {
  const leftMs = editing === null ? 0 : editing.until.getTime() - now.getTime()
  return leftMs > 0 && leftMs <= leaseMs ? editing : null
}

/** Time after which an editor that asked to take over, and would have it by now, is gone. */
export const waitingMs = 2 * handOverMs

/** The editor that asked to take over and waits for it still. */
export function waiterOf({ waiting }: Pick<Draft, 'waiting'>, now: Date): Draft['waiting'] {
  const waitedMs = waiting === null ? 0 : now.getTime() - waiting.since.getTime()
  return waitedMs >= 0 && waitedMs < waitingMs ? waiting : null
}

/** The draft after an editor asked for the lease: claimed or renewed, or, with `takeOver`, asked of the present holder. */
export function claimed(draft: Draft, editor: Editor, { now, takeOver }: { now: Date; takeOver: boolean }): Draft {
  const holder = editorOf(draft, now)
  const waiting = waiterOf(draft, now)
  if (holder === null || holder.session === editor.session || (takeOver && isOver(waiting, editor, now))) {
    const editing = { ...editor, until: new Date(now.getTime() + leaseMs) }
    return { ...draft, editing, waiting: waiting?.session === editor.session ? null : waiting }
  }
  if (!takeOver || (waiting !== null && !yields(waiting, { holder, editor }))) return draft
  return { ...draft, waiting: { ...editor, since: now } }
}

/**
 * Whether the editor that waits makes room for another one. Who asked first is first, except beside their own lease: else
 * one user with two sessions would keep all others out.
 */
function yields(waiting: Editor, { holder, editor }: { holder: Editor; editor: Editor }): boolean {
  const owner = callerOf(holder.session)
  return callerOf(waiting.session) === owner && callerOf(editor.session) !== owner
}

/** Whether the holder of the lease had its time to save. */
function isOver(waiting: Draft['waiting'], editor: Editor, now: Date): boolean {
  return waiting?.session === editor.session && now.getTime() - waiting.since.getTime() >= handOverMs
}

/** The draft after its editor released the lease: it goes to the editor that still waits for it. */
export function released(draft: Draft, session: string, now: Date): Draft {
  if (draft.editing?.session !== session) {
    return draft.waiting?.session === session ? { ...draft, waiting: null } : draft
  }
  const waiting = waiterOf(draft, now)
  const next = waiting && { session: waiting.session, name: waiting.name, until: new Date(now.getTime() + leaseMs) }
  return { ...draft, editing: next, waiting: null }
}
