import { createContext, use, useSyncExternalStore } from 'react'
import type { EditorSession } from './session.ts'
import type { EditorState } from './state.ts'

export const SessionContext = createContext<EditorSession | null>(null)

export function useSession(): EditorSession {
  const session = use(SessionContext)
  if (session === null) throw new Error('a part of the editor is outside of its session')
  return session
}

/** A part of the state, such as `useEditor(({ selection }) => selection)`: one that exists already, not a new object. */
export function useEditor<Part>(select: (state: EditorState) => Part): Part {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, () => select(session.state))
}
