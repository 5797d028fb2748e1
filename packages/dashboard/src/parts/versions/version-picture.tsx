import { ImageOff } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { api } from '#dashboard/api/api.ts'
import { errorWords, mayPass } from '#dashboard/api/error-words.ts'
import { useDrawnPicture } from '#dashboard/parts/templates/use-drawn-picture.ts'
import { t } from '#dashboard/strings/versions.ts'

interface PictureFrameProps {
  ref?: RefObject<HTMLSpanElement | null>
  children: ReactNode
}

/** The room of one picture in the list, whatever its ratio. */
export function PictureFrame({ ref, children }: PictureFrameProps) {
  return (
    <span
      ref={ref}
      className="grid h-24 w-32 shrink-0 grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden rounded-lg border border-line bg-sunken p-1.5"
    >
      {children}
    </span>
  )
}

/** In place of a picture: why there is none. */
export function NoPicture({ reason }: { reason: string }) {
  return (
    <span role="img" aria-label={reason} data-tooltip={reason} className="text-ink-soft">
      <ImageOff aria-hidden className="size-6" />
    </span>
  )
}

/** A version with the sample values. */
export function VersionPicture({ id, version }: { id: string; version: number }) {
  const frame = useRef<HTMLSpanElement>(null)
  const picture = api.templates.thumbnail.query({ params: { id }, query: { version, width: 320 } })
  const { src, error } = useDrawnPicture(frame, picture)
  const reason = error && (mayPass(error) ? errorWords(error) : t('versions.no_picture'))
  return (
    <PictureFrame ref={frame}>
      {reason !== null && <NoPicture reason={reason} />}
      {reason === null && src !== undefined && (
        <img src={src} alt="" className="max-h-full max-w-full object-contain shadow-sm" />
      )}
    </PictureFrame>
  )
}
