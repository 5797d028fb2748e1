import { type LayerId, layerAt, type Point } from '@pictable/editor'
import { placeUploaded, stemOf, uploadPicture } from '#dashboard/screens/editor/clipboard/paste-files.ts'
import { insertOne } from '#dashboard/screens/editor/clipboard/place.ts'
import { layerTaking } from '#dashboard/screens/editor/data/field-actions.ts'
import { boundNames, partAt } from '#dashboard/screens/editor/properties/values.ts'
import type { Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { t } from '#dashboard/strings/editing.ts'
import { fillLayers, type PlacedAsset, pictureAsset, replacesField, takes } from './place-asset.ts'
import { sayReplaced } from './replaced-field.ts'

type Dropped = Pick<PlacedAsset, 'name' | 'property'>

/** What is meant where an asset is let go, whatever is shown once its file is uploaded. */
interface Drop {
  /** undefined: it becomes a layer of its own, wherever the pointer is. */
  readonly target: LayerId | undefined
  /** The field that gets it as its sample, in place of the layer. */
  readonly field: string | undefined
  readonly at: Point
}

/** With Alt a new layer is inserted. */
export function dropAt(
  { state }: EditorSession,
  { alt, page: at }: Pick<Pointer, 'alt' | 'page'>,
  asset: Pick<PlacedAsset, 'property'>,
): Drop {
  const target = alt ? undefined : layerTaking(state, at, (layer) => takes(layer, asset))
  return { target, field: target === undefined ? undefined : sampledField(state, target, asset), at }
}

/** The field whose sample picture a layer shows. It is replaced there: the layer still shows the pictures of records. */
function sampledField(
  { document, record }: EditorState,
  target: LayerId,
  { property }: Pick<PlacedAsset, 'property'>,
): string | undefined {
  if (property !== 'src' || record !== null) return undefined
  return boundNames(partAt(layerAt(document, target), property))?.[0]
}

function dropWords(state: EditorState, { target, field }: Drop, asset: Dropped): string {
  const layer = target === undefined ? undefined : layerAt(state.document, target)
  if (layer === undefined) return t('assets.drop_insert', { asset: asset.name })
  if (field !== undefined) return t('assets.drop_sample', { asset: asset.name, field })
  return t(replacesField(layer, asset) ? 'assets.drop_replace' : 'assets.drop_fill', {
    ...{ asset: asset.name, layer: layer.name },
  })
}

/** Says what would happen if the asset were dropped here. */
export function showDrop(session: EditorSession, pointer: Pointer, asset: Dropped): void {
  const drop = dropAt(session, pointer, asset)
  const text = dropWords(session.state, drop, asset)
  session.set({ marks: { ...NO_MARKS, target: drop.target ?? null, pointerLabel: { at: pointer.screen, text } } })
}

/** Fills the layer that an asset was dropped on, as long as there is one. */
export function dropAsset(session: EditorSession, asset: PlacedAsset, { target, field, at }: Drop): void {
  const layer = target === undefined ? undefined : layerAt(session.state.document, target)
  if (target === undefined || layer === undefined) insertOne(session, asset.make(session, at))
  else if (field === undefined) {
    const before = asset.property === 'src' && replacesField(layer, asset) ? Reflect.get(layer, 'src') : undefined
    fillLayers(session, [target], asset)
    if (before !== undefined) sayReplaced(session, { layer: target, before, value: asset.value })
  } else if (session.run({ type: 'set', target: 'sample', path: [field], value: asset.value }))
    session.set({ selection: [target] })
}

/** The same with the file of a picture. */
export async function dropPictureFile(session: EditorSession, file: File, drop: Drop): Promise<void> {
  const uploaded = await uploadPicture(session, file)
  if (uploaded === null) return
  const asset = pictureAsset(stemOf(file), uploaded.src, uploaded.size)
  await placeUploaded(session, file, () => dropAsset(session, asset, drop))
}
