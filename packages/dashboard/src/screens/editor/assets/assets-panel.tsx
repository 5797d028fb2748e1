import { type PointerEvent, useState } from 'react'
import { type Asset, AssetList } from '#dashboard/screens/editor/pictures/asset-list.tsx'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { FontTiles } from './font-tiles.tsx'
import { type PlacedAsset, pictureAsset, placeAsset } from './place-asset.ts'
import { useAssetDrag } from './use-asset-drag.ts'

/** As large as a picture is inserted whose size is not known yet. */
const USUAL = { width: 320, height: 320 }

const stemOf = (filename: string) => filename.replace(/\.[^.]+$/, '') || filename

function sizeOf(image: HTMLImageElement | null | undefined) {
  return image && image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : USUAL
}

/** Pictures and fonts of the workspace: pressed or dragged, they become layers or fill those that are there. */
export function AssetsPanel() {
  const session = useSession()
  const [sought, setSought] = useState('')
  const drag = useAssetDrag()
  const asPicture = ({ id, filename, src }: Asset): PlacedAsset => {
    const image = document.querySelector<HTMLImageElement>(`img[src="/v1/assets/${CSS.escape(id)}/content"]`)
    return pictureAsset(stemOf(filename), src, sizeOf(image))
  }
  const pick = (src: string, asset?: Asset) =>
    placeAsset(session, asset ? asPicture(asset) : pictureAsset(t('editor.kind_image'), src, USUAL))
  const press = (event: PointerEvent<HTMLElement>, asset: Asset) => drag(event, asPicture(asset))
  return (
    <div className="grid gap-4 p-3">
      <SearchBox compact label={t('pictures.find')} value={sought} onChange={setSought} />
      <section aria-label={t('assets.pictures')} className="grid gap-2">
        <h2 className="font-medium">{t('assets.pictures')}</h2>
        <AssetList sought={sought} onPick={pick} onPress={press} className="grid-cols-2" />
      </section>
      <section aria-label={t('assets.fonts')} className="grid gap-2 border-t border-line pt-3">
        <h2 className="font-medium">{t('assets.fonts')}</h2>
        <FontTiles sought={sought} onPlace={(asset) => placeAsset(session, asset)} onPress={drag} />
      </section>
    </div>
  )
}
