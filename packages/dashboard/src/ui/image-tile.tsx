import { ImageOff } from 'lucide-react'
import { ownPath } from '#dashboard/api/own-path.ts'
import { t } from '#dashboard/strings/t.ts'

type ImageTileProps =
  | { state: 'done'; url: string; label: string }
  | { state: 'pending'; label: string }
  | { state: 'failed'; label: string }

/** An image of a record, or what stands in its place. */
export function ImageTile(props: ImageTileProps) {
  return (
    <figure className="grid min-w-0 gap-1.5">
      <div className="grid aspect-[40/21] place-items-center overflow-hidden rounded-lg border border-line bg-sunken">
        {props.state === 'done' && (
          <img
            src={ownPath(props.url)}
            alt={t('ui.image_of', { label: props.label })}
            loading="lazy"
            decoding="async"
            className="size-full object-contain"
          />
        )}
        {props.state === 'pending' && (
          <div
            role="img"
            aria-label={t('ui.image_pending', { label: props.label })}
            className="size-full animate-pulse bg-hover"
          />
        )}
        {props.state === 'failed' && (
          <div
            role="img"
            aria-label={t('ui.image_failed', { label: props.label })}
            className="grid size-full place-items-center bg-bad-soft"
          >
            <ImageOff aria-hidden className="size-6 text-bad" />
          </div>
        )}
      </div>
      <figcaption dir="auto" className="truncate text-[13px] text-ink-soft" title={props.label}>
        {props.label}
      </figcaption>
    </figure>
  )
}
