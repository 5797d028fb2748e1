import { isBound, isEqual, type LayerId, layerAt, type PropertyPath } from '@pictable/editor'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/editing.ts'
import type { EditorSession } from './session.ts'
import { type EditorState, placeOf } from './state.ts'

/** The picture that a layer shows in its box: what holds its properties, and where that is in the layer. */
export interface ShownPicture {
  readonly holder: object
  readonly path: PropertyPath
}

/** Of these the fill covers the box: that of a table, of codes or along a path has another place. */
const FILLED_BOXES = new Set(['rectangle', 'ellipse', 'polygon', 'star', 'group', 'text'])

/** Of a layer that is a picture, or whose box is filled with one. */
export function shownPicture({ document }: EditorState, id: LayerId | undefined): ShownPicture | undefined {
  const layer = id === undefined ? undefined : layerAt(document, id)
  if (!layer) return undefined
  if (layer.type === 'image') return { holder: layer, path: [] }
  const fill: unknown = FILLED_BOXES.has(layer.type) && Reflect.get(layer, 'fill')
  const isPicture = typeof fill === 'object' && fill !== null && Reflect.get(fill, 'type') === 'picture'
  return isPicture ? { holder: fill, path: ['fill'] } : undefined
}

/** Whether a layer shows a picture of which a part can be chosen. */
export function mayCrop(state: EditorState, id: LayerId | undefined): id is LayerId {
  if (id === undefined || state.readOnly !== null || placeOf(state, id) === undefined) return false
  const picture = shownPicture(state, id)
  const src: unknown = picture && Reflect.get(picture.holder, 'src')
  return src !== undefined && src !== ''
}

/** The selected layer, when a part of its picture can be chosen and the source of that is at this path. */
export function croppedAt(state: EditorState, path: PropertyPath): LayerId | undefined {
  const [only, ...others] = state.selection
  const isShown = isEqual(path, [...(shownPicture(state, only)?.path ?? []), 'src'])
  return isShown && others.length === 0 && mayCrop(state, only) ? only : undefined
}

/** Shows all of a picture, to choose the part that is seen. */
export function startCrop(session: EditorSession, id: LayerId | undefined): void {
  if (!mayCrop(session.state, id)) return
  const holder = shownPicture(session.state, id)?.holder ?? {}
  const isFilled = ['focalPoint', 'zoom', 'fit'].some((name) => isBound(Reflect.get(holder, name)))
  if (isFilled) toast.failed(t('crop.bound'))
  else session.set({ cropped: id, selection: [id], hovered: null })
}
