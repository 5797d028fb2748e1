import type { TemplateDesign } from './template.ts'

/** An open editor: one tab of a browser, or one program. */
export interface Editor {
  /** Chosen by the editor: what it saves with. */
  session: string
  /** Of its user or API key. */
  name: string
}

/** What is being edited in a template and is no version yet. There is one per template. */
export interface Draft {
  templateId: string
  /** Counts the changes of the draft, also when it is discarded or published. 0: nothing was ever saved. */
  revision: number
  /** The version that the design is a change of, and the design; null without a change. */
  change: { baseVersion: number; design: TemplateDesign } | null
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

/** The draft after an editor asked for the lease: claimed or renewed, or, with `takeOver`, asked of the present holder. */
export function claimed(draft: Draft, editor: Editor, { now, takeOver }: { now: Date; takeOver: boolean }): Draft {
  const holder = editorOf(draft, now)
  if (holder === null || holder.session === editor.session || (takeOver && isOver(draft, editor, now))) {
    const waiting = draft.waiting?.session === editor.session ? null : draft.waiting
    return { ...draft, editing: { ...editor, until: new Date(now.getTime() + leaseMs) }, waiting }
  }
  if (!takeOver || draft.waiting?.session === editor.session) return draft
  return { ...draft, waiting: { ...editor, since: now } }
}

/** Whether the holder of the lease had its time to save. */
function isOver({ waiting }: Draft, editor: Editor, now: Date): boolean {
  return waiting?.session === editor.session && now.getTime() - waiting.since.getTime() >= handOverMs
}

/** The draft after its editor let go: the lease goes to the editor that waits for it. */
export function released(draft: Draft, session: string, now: Date): Draft {
  if (draft.editing?.session !== session) {
    return draft.waiting?.session === session ? { ...draft, waiting: null } : draft
  }
  const { waiting } = draft
  const next = waiting && { session: waiting.session, name: waiting.name, until: new Date(now.getTime() + leaseMs) }
  return { ...draft, editing: next, waiting: null }
}
