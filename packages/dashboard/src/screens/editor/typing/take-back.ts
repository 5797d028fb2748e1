import type { LayerId, Step } from '@pictable/editor'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'

/** Of the steps of what is typed into a text. */
export const typingInto = (layer: LayerId): string => `text ${layer}`

/** Removes a text that a step made, and leaves no step of it. What else was done since stays: then the removal is a step. */
export function takeBack(session: EditorSession, layer: LayerId, made: Step): void {
  const last = () => session.history.last
  while (last() !== made && last()?.merge === typingInto(layer) && session.forget());
  if (last() === made) session.forget()
  else session.run({ type: 'remove', layers: [layer], laidOut: session.laidOut })
}
