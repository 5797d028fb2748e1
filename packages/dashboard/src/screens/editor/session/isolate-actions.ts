import { type Command, childrenOf, isFilled, type LayerId, layerAt, parentOf } from '@pictable/editor'
import type { EditorSession } from './session.ts'
import { editorPartOf, setEditorPart } from './state.ts'

/** A record or a condition decides whether the layer is shown. */
export function isShownByData(layer: object | undefined): boolean {
  return layer !== undefined && isFilled(Reflect.get(layer, 'visible'))
}

export const isHidden = (layer: object | undefined): boolean =>
  layer !== undefined && Reflect.get(layer, 'visible') === false

/** Shows or hides layers, unless their data decides. */
function showCommands({ state: { document } }: EditorSession, ids: readonly LayerId[], isShown: boolean): Command[] {
  return ids
    .filter((id) => !isShownByData(layerAt(document, id)) && isHidden(layerAt(document, id)) === isShown)
    .map((target) => ({ type: 'set', target, path: ['visible'], value: isShown ? undefined : false }))
}

export function toggleShown(session: EditorSession, id: LayerId): void {
  const commands = showCommands(session, [id], isHidden(layerAt(session.state.document, id)))
  if (commands.length > 0) session.run({ type: 'batch', commands })
}

/** Hides everything beside a layer; done again, all of that is shown. */
export function isolate(session: EditorSession, id: LayerId): void {
  const { document } = session.state
  const others = childrenOf(document, parentOf(document, id)).filter((each) => each !== id)
  const hiding = showCommands(session, others, false)
  const commands =
    hiding.length > 0 ? [...hiding, ...showCommands(session, [id], true)] : showCommands(session, others, true)
  if (commands.length > 0) session.run({ type: 'batch', commands })
}

/** Locks everything beside a layer, and unlocks that; done again, nothing on the level is locked. */
export function lockOthers(session: EditorSession, id: LayerId): void {
  const { document } = session.state
  const siblings = childrenOf(document, parentOf(document, id))
  const nameOf = (each: LayerId) => layerAt(document, each)?.name ?? ''
  const others = siblings.filter((each) => each !== id).map(nameOf)
  const { locked = [] } = editorPartOf(document)
  const kept = locked.filter((name) => !siblings.map(nameOf).includes(name))
  const isDone = others.every((name) => locked.includes(name)) && !locked.includes(nameOf(id))
  const value = isDone ? kept : [...kept, ...others]
  session.run(setEditorPart(document, 'locked', value.length > 0 ? value : undefined))
}
