import { Upload } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { useSample } from '#dashboard/screens/editor/fonts/font-row.tsx'
import { type Family, isInstalled } from '#dashboard/screens/editor/fonts/font-rows.ts'
import type { Samples } from '#dashboard/screens/editor/fonts/samples.ts'
import { useFamilies } from '#dashboard/screens/editor/fonts/use-families.ts'
import { fontAsset, type PlacedAsset } from '#dashboard/screens/editor/pictures/place-asset.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { FileButton } from '#dashboard/ui/fields/file-button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** How many fonts are shown at first, and more with each press. */
const PAGE = 24

interface TileProps {
  readonly family: string
  readonly samples: Samples | null
  readonly onPlace: (asset: PlacedAsset) => void
  readonly onPress: (press: PointerEvent<HTMLElement>, asset: PlacedAsset) => void
}

function FontTile({ family, samples, onPlace, onPress }: TileProps) {
  const sample = useSample(samples, family, family)
  return (
    <button
      type="button"
      onClick={() => onPlace(fontAsset(family))}
      onPointerDown={(press) => onPress(press, fontAsset(family))}
      className="grid h-full w-full content-start gap-1 rounded-lg border border-line bg-raised p-2 text-start hover:border-line-strong"
    >
      <span
        aria-hidden
        style={sample && { fontFamily: sample.cssFamily || undefined }}
        className={`truncate text-xl leading-7 ${sample === undefined ? 'opacity-0' : ''}`}
      >
        Aa
      </span>
      <span dir="auto" className="break-words text-xs">
        {family}
      </span>
    </button>
  )
}

/** Those of the workspace first, then those that come with Pictable. */
const byOrigin = (one: Family, other: Family) =>
  Number(one.origin === 'bundled') - Number(other.origin === 'bundled') || one.family.localeCompare(other.family)

/** Fonts that templates can use, each in its own face, and the way to add one. */
export function FontTiles({ sought, ...tile }: Pick<TileProps, 'onPlace' | 'onPress'> & { sought: string }) {
  const { families, error, samples, upload, again } = useFamilies()
  const [shown, setShown] = useState(PAGE)
  const wanted = sought.trim().toLowerCase()
  const found = families
    .filter((family) => isInstalled(family) && family.family.toLowerCase().includes(wanted))
    .toSorted(byOrigin)
  return (
    <div className="grid gap-2">
      <FileButton
        size="small"
        icon={<Upload />}
        busy={upload.isPending}
        accept=".ttf,.otf,.woff,.woff2"
        onFiles={([file]) => file && upload.mutate(file)}
      >
        {t('assets.upload_font')}
      </FileButton>
      {families.length === 0 && (error ? <Failure error={error} again={again} /> : <Skeleton lines={4} />)}
      {families.length > 0 && found.length === 0 && <p className="text-ink-soft">{t('assets.no_font')}</p>}
      <ul aria-label={t('assets.fonts')} className="grid grid-cols-2 gap-2">
        {found.slice(0, shown).map(({ family }) => (
          <li key={family} className="min-w-0">
            <FontTile family={family} samples={samples} {...tile} />
          </li>
        ))}
      </ul>
      {found.length > shown && <Button onClick={() => setShown(shown + PAGE)}>{t('pictures.more')}</Button>}
    </div>
  )
}
