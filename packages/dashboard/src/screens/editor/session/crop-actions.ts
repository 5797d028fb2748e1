import { isBound, type LayerId, layerAt } from '@pictable/editor'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/editing.ts'
import type { EditorSession } from './session.ts'
import { type EditorState, placeOf } from './state.ts'

/** Whether a layer is a picture of which a part can be chosen. */
export function mayCrop(state: EditorState, id: LayerId | undefined): id is LayerId {
  if (id === undefined || state.readOnly !== null) return false
  const layer = layerAt(state.document, id)
  return layer?.type === 'image' && layer.src !== undefined && layer.src !== '' && placeOf(state, id) !== undefined
}

/** Shows all of a picture, to choose the part that is seen. */
export function startCrop(session: EditorSession, id: LayerId | undefined): void {
  if (!mayCrop(session.state, id)) return
  const layer = layerAt(session.state.document, id)
  const isFilled = ['focalPoint', 'zoom', 'fit'].some((name) => layer && isBound(Reflect.get(layer, name)))
  if (isFilled) toast.failed(t('crop.bound'))
  else session.set({ cropped: id, selection: [id], hovered: null })
}
