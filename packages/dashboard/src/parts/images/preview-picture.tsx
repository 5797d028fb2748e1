import { ImageOff } from 'lucide-react'
import { errorWords, fieldErrors } from '#dashboard/api/error-words.ts'
import type { Preview } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { classNames } from '#dashboard/ui/class-names.ts'

interface PreviewPictureProps {
  preview: Pick<Preview, 'image' | 'error'> | undefined
  /** Why there is no preview. */
  error: Error | null
  /** Something else was asked for since. */
  isBehind: boolean
  label: string
  /** Bounds its height. */
  className: string
}

/** The picture of a record as it would be rendered; why there is none, where there is none. */
export function PreviewPicture({ preview, error, isBehind, label, className }: PreviewPictureProps) {
  const words = error ? ([...fieldErrors(error).values()][0] ?? errorWords(error)) : preview?.error?.message
  return (
    <div
      aria-busy={isBehind}
      className="grid min-h-48 place-items-center overflow-hidden rounded-lg border border-line bg-sunken"
    >
      {words !== undefined ? (
        <div role="alert" className="grid max-w-sm justify-items-center gap-2 p-6 text-center text-bad">
          <ImageOff aria-hidden className="size-6" />
          <p dir="auto" className="min-w-0 break-words">
            {words}
          </p>
        </div>
      ) : preview?.image ? (
        <img
          src={preview.image.data}
          alt={t('ui.image_of', { label })}
          className={classNames('w-full object-contain transition-opacity', isBehind && 'opacity-50', className)}
        />
      ) : (
        <div role="status" aria-label={t('ui.loading')} className="size-full min-h-48 animate-pulse bg-hover" />
      )}
    </div>
  )
}
