import { type Command, isFilled, layerAt, rounded } from '@pictable/editor'
import { layerProperties } from '@pictable/renderer/property-schemas'
import { movedLayers } from '#dashboard/screens/editor/session/place-commands.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { fittedCommands } from '#dashboard/screens/editor/typing/fitted-box.ts'

/** The selected layers that have a property which no record fills, and what it is on each. */
function valuesOf({ document, selection }: EditorState, name: string) {
  return selection.flatMap((target) => {
    const layer = layerAt(document, target)
    const schema = layer && layerProperties(layer.type)[name]
    const written: unknown = layer && Reflect.get(layer, name)
    return schema === undefined || isFilled(written) ? [] : [{ target, schema, value: written ?? schema.default }]
  })
}

export const hasProperty = (state: EditorState, name: string): boolean => valuesOf(state, name).length > 0

const MERGED = 'text style'

/** Makes the letters of the selection larger or smaller; a burst of presses is one step. */
export function growLetters(session: EditorSession, byPx: number): void {
  const commands = valuesOf(session.state, 'fontSize').flatMap(({ target, schema, value }): Command[] => {
    if (typeof value !== 'number') return []
    const { minimum = 1, maximum = value + byPx } = schema
    return [
      { type: 'set', target, path: ['fontSize'], value: rounded(Math.min(maximum, Math.max(minimum, value + byPx))) },
    ]
  })
  if (commands.length > 0)
    session.run({ type: 'batch', commands }, { merge: `${MERGED} ${session.state.selection.join(' ')}` })
}

export function alignText(session: EditorSession, align: 'start' | 'center' | 'end' | 'justify'): void {
  const commands = valuesOf(session.state, 'align').flatMap(({ target, schema }): Command[] =>
    schema.enum?.includes(align) ? [{ type: 'set', target, path: ['align'], value: align }] : [],
  )
  if (commands.length > 0) session.run({ type: 'batch', commands })
}

/** What a text is as wide and high as its lines need, as far as it is drawn and not locked. */
export function fitBoxes(session: EditorSession): void {
  const { state } = session
  const commands = movedLayers(state, state.selection).flatMap(({ id }) => fittedCommands(state, id))
  if (commands.length > 0) session.run({ type: 'batch', commands })
}

export const hasText = ({ document, selection }: EditorState): boolean =>
  selection.some((id) => layerAt(document, id)?.type === 'text')
