import { type Command, frameMatrix, type LayerId, layerAt, movedTo, transform } from '@pictable/editor'
import { frameIn } from '#dashboard/screens/editor/session/laid-out.ts'
import { placeCommands } from '#dashboard/screens/editor/session/place-commands.ts'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'

/** The box of a text, exactly around its lines, which stay where they are. */
export function fittedCommands(state: EditorState, id: LayerId): Command[] {
  const before = frameIn(state, id)
  const text = placeOf(state, id)?.textBounds
  if (layerAt(state.document, id)?.type !== 'text' || !before || before.flip !== 'none' || !text || text.width === 0)
    return []
  // A fraction less would break the longest line.
  const size = { width: Math.ceil(text.width + 0.5), height: Math.ceil(text.height) }
  const corner = transform(frameMatrix(before), text)
  const after = movedTo({ ...before, ...size }, { x: 0, y: 0 }, corner)
  const isUpright = before.rotation === 0
  return placeCommands(state, id, {
    before,
    after: isUpright ? { ...after, x: Math.floor(after.x), y: Math.floor(after.y) } : after,
  })
}
