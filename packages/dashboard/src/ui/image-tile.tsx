import { ImageOff } from 'lucide-react'
import { t } from '#dashboard/strings/t.ts'
import { Preview } from './preview.tsx'

type ImageTileProps =
  | {
      state: 'done'
      /** Of its preview. */
      url: string
      label: string
    }
  | { state: 'pending'; label: string }
  | { state: 'failed'; label: string }

/** An image of a record, or what stands in its place. */
export function ImageTile(props: ImageTileProps) {
  return (
    <figure className="grid min-w-0 gap-1.5">
      <div className="relative aspect-[4/3] overflow-hidden rounded-lg border border-line bg-sunken">
        {props.state === 'done' && <Preview url={props.url} alt={t('ui.image_of', { label: props.label })} />}
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
