import { useState } from 'react'
import { changeDraft, type DraftState, isChanged, rebaseDraft, startDraft } from './draft.ts'

interface UseDraft<Stored, Draft> extends DraftState<Stored, Draft> {
  isDirty: boolean
  change: (part: Partial<Draft>) => void
  /** Makes the draft what is stored. */
  discard: () => void
  /** Continues on top of what is stored now; `merge` says what remains of the draft. Default: all of it. */
  rebase: (stored: Stored, merge?: (typed: Draft) => Draft) => void
}

/** `useDraft()` holds what is typed of a resource next to the resource as it is stored. `first`: what was typed before. */
export function useDraft<Stored, Draft>(
  initial: Stored,
  toDraft: (stored: Stored) => Draft,
  first?: () => Draft,
): UseDraft<Stored, Draft> {
  const [state, setState] = useState(() => {
    const started = startDraft(initial, toDraft)
    return first === undefined ? started : { ...started, draft: first() }
  })
  return {
    ...state,
    isDirty: isChanged(state, toDraft),
    change: (part) => setState((before) => changeDraft(before, part)),
    discard: () => setState(({ stored }) => startDraft(stored, toDraft)),
    rebase: (stored, merge) => setState((before) => rebaseDraft(before, stored, merge)),
  }
}
