import { ImageOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { Image } from '#dashboard/api/types.ts'
import { labelOf, previewOf } from '#dashboard/parts/images/image-words.ts'
import { t } from '#dashboard/strings/images.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Preview } from '#dashboard/ui/preview.tsx'

interface GridTileProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'type'> {
  image: Image
}

/** One image of the gallery, a press away from all that is known of it. */
export function GridTile({ image, ...rest }: GridTileProps) {
  const label = labelOf(image)
  return (
    <button type="button" {...rest} className="group grid w-full gap-1.5 rounded-lg text-start">
      <span className="relative block aspect-[4/3] overflow-hidden rounded-lg border border-line bg-sunken transition-colors group-hover:border-line-strong">
        <Picture image={image} label={label} />
        {image.record_id !== null && image.modifications.length > 0 && (
          <span className="absolute end-2 top-2">
            <Badge tone="accent">{t('images.changed')}</Badge>
          </span>
        )}
      </span>
      <span dir="auto" aria-hidden className="truncate text-[13px] leading-5 text-ink-soft group-hover:text-ink">
        {label}
        {image.output !== null && ` · ${image.output}`}
      </span>
    </button>
  )
}

function Picture({ image, label }: { image: Image; label: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken)
    return (
      <span
        role="img"
        aria-label={t('images.unreadable', { label })}
        className="grid size-full place-items-center bg-bad-soft"
      >
        <ImageOff aria-hidden className="size-6 text-bad" />
      </span>
    )
  return <Preview url={previewOf(image)} alt={t('ui.image_of', { label })} onError={() => setBroken(true)} />
}
