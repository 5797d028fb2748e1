import { ImageOff } from 'lucide-react'
import { useRef } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { useDrawnPicture } from './use-drawn-picture.ts'

interface DesignPictureProps {
  picture: Parameters<typeof useDrawnPicture>[1]
  name: string
}

/** A design as the server draws it, inside a frame of one shape for all. */
export function DesignPicture({ picture, name }: DesignPictureProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const { src, error } = useDrawnPicture(frame, picture)
  return (
    <span
      ref={frame}
      className="grid aspect-[4/3] grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden rounded-lg border border-line bg-sunken p-3"
    >
      {error ? (
        <span role="img" aria-label={t('templates.not_drawn', { name })} className="text-ink-soft">
          <ImageOff aria-hidden className="size-6" />
        </span>
      ) : (
        <img
          src={src}
          alt=""
          decoding="async"
          className={src ? 'size-full object-contain drop-shadow-sm' : 'size-full animate-pulse rounded-sm bg-hover'}
        />
      )}
    </span>
  )
}
