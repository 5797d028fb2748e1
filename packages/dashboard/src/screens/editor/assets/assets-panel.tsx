import { useState } from 'react'
import { placeUploaded, stemOf } from '#dashboard/screens/editor/clipboard/paste-files.ts'
import { AssetList, type PickedPicture } from '#dashboard/screens/editor/pictures/asset-list.tsx'
import { type PlacedAsset, pictureAsset, placeAsset } from '#dashboard/screens/editor/pictures/place-asset.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { FontTiles } from './font-tiles.tsx'
import { useAssetDrag } from './use-asset-drag.ts'

/** As large as a picture is inserted whose size is not known yet. */
const USUAL = { width: 320, height: 320 }

const asPicture = ({ src, filename, size = USUAL }: PickedPicture): PlacedAsset =>
  pictureAsset(stemOf({ name: filename }), src, size)

/** Pictures and fonts of the workspace: pressed or dragged, they become layers or fill those that are there. */
export function AssetsPanel() {
  const session = useSession()
  const isReadOnly = useEditor((state) => state.readOnly !== null)
  const [sought, setSought] = useState('')
  const drag = useAssetDrag()
  if (isReadOnly) return null
  return (
    <div className="grid gap-4 p-3">
      <SearchBox compact label={t('pictures.find')} value={sought} onChange={setSought} />
      <section aria-label={t('assets.pictures')} className="grid gap-2">
        <h2 className="font-medium">{t('assets.pictures')}</h2>
        <AssetList
          sought={sought}
          onPick={(picture, uploaded) => {
            const place = () => placeAsset(session, asPicture(picture), uploaded?.at)
            return uploaded ? placeUploaded(session, uploaded.file, place) : place()
          }}
          onPress={(event, picture) => drag(event, asPicture(picture))}
          className="grid-cols-2"
        />
      </section>
      <section aria-label={t('assets.fonts')} className="grid gap-2 border-t border-line pt-3">
        <h2 className="font-medium">{t('assets.fonts')}</h2>
        <FontTiles sought={sought} onPlace={(asset) => placeAsset(session, asset)} onPress={drag} />
      </section>
    </div>
  )
}
