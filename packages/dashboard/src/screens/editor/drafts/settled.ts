import { type DraftState, hasUnsaved } from '@pictable/editor'

interface Watched {
  readonly state: DraftState
  subscribe(listener: () => void): () => void
}

/** Time for the last save once the editor is left. */
const LEAVE_MS = 5000

/** Resolves when the server has everything, or after a time. */
export function settled(draft: Watched): Promise<void> {
  const isDone = ({ state }: Watched) =>
    state.inFlight === null && (!hasUnsaved(state) || state.mode.name !== 'editing')
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const timer = setTimeout(end, LEAVE_MS)
    const unsubscribe = draft.subscribe(() => isDone(draft) && end())
    if (isDone(draft)) end()
  })
}
