import { useState } from 'react'
import type { PickPicture } from '#dashboard/screens/editor/session/state.ts'
import { t } from '#dashboard/strings/editing.ts'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { AssetList } from './asset-list.tsx'

/** Pictures to choose from. */
export function AssetsTab({ onPick }: { onPick: PickPicture }) {
  const [sought, setSought] = useState('')
  return (
    <AssetList sought={sought} onPick={({ src, size }) => onPick(src, { size })} className="grid-cols-4">
      <SearchBox label={t('pictures.find')} value={sought} onChange={setSought} />
    </AssetList>
  )
}
