import { isSame } from '#dashboard/ui/is-same.ts'

/** What is typed of a resource, next to the resource as it is stored. */
export interface DraftState<Stored, Draft> {
  /** As it was read, or last saved: what the next save relies on. */
  stored: Stored
  draft: Draft
}

type ToDraft<Stored, Draft> = (stored: Stored) => Draft
type State<Stored, Draft> = DraftState<Stored, Draft>

export function startDraft<Stored, Draft>(stored: Stored, toDraft: ToDraft<Stored, Draft>): State<Stored, Draft> {
  return { stored, draft: toDraft(stored) }
}

export function changeDraft<Stored, Draft>(state: State<Stored, Draft>, part: Partial<Draft>): State<Stored, Draft> {
  return { ...state, draft: { ...state.draft, ...part } }
}

/** Continues on top of what is stored now; `merge` says what remains of the draft. Default: all of it. */
export function rebaseDraft<Stored, Draft>(
  { draft }: State<Stored, Draft>,
  stored: Stored,
  merge = (typed: Draft): Draft => typed,
): State<Stored, Draft> {
  return { stored, draft: merge(draft) }
}

export function isChanged<Stored, Draft>(
  { stored, draft }: State<Stored, Draft>,
  toDraft: ToDraft<Stored, Draft>,
): boolean {
  return !isSame(toDraft(stored), draft)
}
