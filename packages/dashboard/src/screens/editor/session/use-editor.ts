import { createContext, use, useSyncExternalStore } from 'react'
import type { EditorSession } from './session.ts'
import type { EditorState } from './state.ts'

export const SessionContext = createContext<EditorSession | null>(null)

/** Whether a part follows a change that the pointer holds one frame later: panels do, so that the canvas is drawn first. */
export const FollowsContext = createContext(false)

export function useSession(): EditorSession {
  const session = use(SessionContext)
  if (session === null) throw new Error('a part of the editor is outside of its session')
  return session
}

/** A part of the state, such as `useEditor(({ selection }) => selection)`: one that exists already, not a new object. */
export function useEditor<Part>(select: (state: EditorState) => Part): Part {
  const session = useSession()
  const subscribe = use(FollowsContext) ? session.subscribeAfterPaint : session.subscribe
  return useSyncExternalStore(subscribe, () => select(session.state))
}
